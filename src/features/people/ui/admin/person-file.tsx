import { ArrowLeft, Download, Pencil, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  CardButton,
  cardActionClass,
  EmptyBox,
  Loaded,
  messageOf,
  useMentorClock,
} from '#features/admin-ui/ui/index.ts';
import { PersonAccess } from '#features/customers/ui/admin/index.ts';
import { whatsAppHref } from '#rules/phone-number.ts';
import { Button } from '#ui/button.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { type FoundPersonProps, PersonCorrection, type PersonProps } from './person-correction.tsx';
import { PersonRecords } from './person-records.tsx';
import { describeCounts, suggestionReasons } from './person-words.ts';
import { type Person, useErasure, useExport, usePerson } from './use-person.ts';

/** Moves the focus here, because the list is no longer shown. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Everything about the person that a search has found. */
export function FoundPerson(props: FoundPersonProps) {
  const person = usePerson(props.search);
  return (
    <section aria-label="Person" aria-busy={person.isFetching} className="mt-3">
      <CardButton icon={ArrowLeft} ref={focus} onClick={props.onClose} className="mb-2 -ml-2">
        All people
      </CardButton>
      <Loaded
        query={person}
        failed={`This person could not be loaded: ${messageOf(person.error)}`}
        skeleton="h-64"
      >
        {(found) => <PersonFile person={found} {...props} />}
      </Loaded>
    </section>
  );
}

function PersonFile(props: PersonProps) {
  const { person } = props;
  const isEmpty = Object.values(person.counts).every((count) => count === 0);
  const names = [...person.mailboxes, ...person.phones].join(', ');
  const needsAddress = person.mailboxes.length === 0 && person.suggestions.length > 0;
  return (
    <>
      {person.suggestions.length > 0 && <Suggestions {...props} />}
      {isEmpty ? (
        <EmptyBox>
          {needsAddress
            ? 'A phone number alone doesn’t identify a person. Include an email address above.'
            : `There is no data about ${names}.`}
        </EmptyBox>
      ) : (
        <PersonCard key={names} {...props} />
      )}
      {!needsAddress && <PersonAccess key={`access-${names}`} {...toAccess(person)} />}
      {!isEmpty && <PersonRecords person={person} />}
    </>
  );
}

/** The person as a customer, or how to reach someone who is none. */
const toAccess = ({ customers, names, mailboxes, phones }: Person) => ({
  customerIds: customers.map(({ id }) => id),
  contact: { name: names.at(-1) ?? '', email: mailboxes[0] ?? null, phone: phones[0] ?? null },
});

/** The person's details, and what can be done with their data. */
function PersonCard(props: PersonProps) {
  const { person, search, onClose } = props;
  const [isCorrecting, correct] = useState(false);
  const [question, ask] = useState<Question>();
  const erasure = useErasure(search, onClose);
  const saving = useExport(search);
  const consequences = useConsequences(person);
  const askToErase = () =>
    ask({
      title: 'Erase this person?',
      text: consequences,
      action: 'Erase permanently',
      isDanger: true,
      onYes: () => erasure.mutate(person.stamp),
    });
  return (
    <div className="grid gap-5 rounded-sm border border-hairline bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h3 className="text-xl font-semibold break-words">
            {person.names.join(', ') || 'No name'}
          </h3>
          <p className="mt-1 text-sm text-muted">{describeCounts(person.counts)}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button
            variant="secondary"
            onClick={() => !saving.isPending && saving.mutate()}
            aria-disabled={saving.isPending}
            className="max-sm:flex-1"
          >
            <Download className="size-4.5" />
            Export
          </Button>
          <Button
            variant="danger"
            onClick={() => !erasure.isPending && askToErase()}
            aria-disabled={erasure.isPending}
            className="max-sm:flex-1"
          >
            <UserX className="size-4.5" />
            {erasure.isPending ? 'Erasing...' : 'Erase'}
          </Button>
        </div>
      </div>
      <Identifiers {...props} />
      {person.own_mailboxes.length > 0 && (
        <p className="max-w-prose text-sm text-muted">
          {person.own_mailboxes.join(', ')} belongs to this site: an admin account, or where your
          notices go. That data stays.
        </p>
      )}
      {isCorrecting ? (
        <PersonCorrection {...props} onLeave={() => correct(false)} />
      ) : (
        <CardButton
          icon={Pencil}
          onClick={() => correct(true)}
          className="-ml-2 justify-self-start"
        >
          Correct name, email or phone
        </CardButton>
      )}
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </div>
  );
}

/** Describes what an erasure does, including the upcoming sessions that it cancels. */
function useConsequences({ counts, bookings, sessions_to_come }: Person): ReactNode {
  const { toTime } = useMentorClock();
  const cancelled = bookings
    .filter(({ id }) => sessions_to_come.includes(id))
    .map(({ session_type, booking_date }) => `${session_type}, ${toTime(booking_date)}`);
  return (
    <span className="grid gap-3">
      <span>This deletes {describeCounts(counts)}. It cannot be undone.</span>
      {cancelled.length > 0 && (
        <span>Sessions cancelled, with their slots open again: {cancelled.join('; ')}.</span>
      )}
      <span>
        They won’t be notified, so let them know yourself. Backups keep the data until they expire;
        if you restore one, this person is erased again.
      </span>
    </span>
  );
}

/** The person's email addresses and phone numbers. Included ones can be removed again. */
const Identifiers = ({ person, search, onSearch }: PersonProps) => (
  <ul aria-label="Email addresses and phone numbers" className="grid gap-x-8 sm:grid-cols-2">
    {[...person.mailboxes, ...person.phones].map((one) => (
      <AddressRow
        key={one}
        address={one}
        action={search.with.includes(one) ? 'Exclude' : undefined}
        onAct={() => onSearch({ ...search, with: search.with.filter((other) => other !== one) })}
      >
        <a
          href={one.includes('@') ? `mailto:${encodeURIComponent(one)}` : whatsAppHref(one)}
          className="min-w-0 py-2.5 break-all underline-offset-4 hover:underline"
        >
          {one}
        </a>
      </AddressRow>
    ))}
  </ul>
);

/**
 * Addresses that may belong to the same person. Their data is not shown, exported or erased until
 * they are included.
 */
const Suggestions = ({ person, search, onSearch }: PersonProps) => (
  <section
    aria-labelledby="suggested-people"
    className="mb-6 rounded-sm border border-hairline bg-surface p-5 sm:p-6"
  >
    <h3 id="suggested-people" className="font-semibold">
      May be the same person
    </h3>
    <p className="mt-1 max-w-prose text-sm text-muted">
      People share phone numbers. Include an email address only if you know it’s theirs.
    </p>
    <ul className="mt-3">
      {person.suggestions.map(({ mailbox, reason, names }) => (
        <AddressRow
          key={mailbox}
          address={mailbox}
          action="Include"
          onAct={() => onSearch({ ...search, with: [...search.with, mailbox] })}
        >
          <span className="min-w-0 break-words [overflow-wrap:anywhere]">
            {mailbox} · <bdi>{names.join(', ')}</bdi> ({suggestionReasons[reason]})
          </span>
        </AddressRow>
      ))}
    </ul>
  </section>
);

interface AddressRowProps {
  address: string;
  action: string | undefined;
  onAct: () => void;
  children: ReactNode;
}

const AddressRow = ({ address, action, onAct, children }: AddressRowProps) => (
  <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-hairline">
    {children}
    {action && (
      <button type="button" onClick={onAct} className={cardActionClass}>
        {action}
        <span className="sr-only"> {address}</span>
      </button>
    )}
  </li>
);
