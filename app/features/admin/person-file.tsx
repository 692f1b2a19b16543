import { Download, Pencil, UserX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import type { PersonSearch } from '#domain/person.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { PersonCorrection } from './person-correction.tsx';
import { PersonRecords } from './person-records.tsx';
import { describeErased } from './person-words.ts';
import { cardActionClass } from './record-card.tsx';
import { type Person, useErasure, useExport } from './use-person.ts';

interface PersonFileProps {
  person: Person;
  search: PersonSearch;
  onSearch: (search: PersonSearch) => void;
  onErased: () => void;
}

/** Everything that is kept about a person, and what can be done with it. */
export function PersonFile({ person, search, onSearch, onErased }: PersonFileProps) {
  const [isCorrecting, correct] = useState(false);
  const [question, ask] = useState<Question>();
  const erasure = useErasure(search, onErased);
  const saving = useExport(search, 'person.html');
  const cancelled = useCancelledSessions(person);

  const toQuestion = (): Question => ({
    title: 'Erase this person?',
    text: (
      <span className="grid gap-3">
        <span>
          This goes from the site, and cannot be undone: {describeErased(person.counts)}; and jobs
          that wait.
        </span>
        {cancelled.length > 0 && (
          <span>Cancelled, and free for others at once: {cancelled.join('; ')}.</span>
        )}
        <span>
          Nobody is mailed, as a mail would need the address again: tell the person yourself.
          Backups keep what they hold until they are deleted; whoever restores one has this erased
          again.
        </span>
      </span>
    ),
    action: 'Erase for good',
    isDanger: true,
    onYes: () => erasure.mutate(person.stamp),
  });

  return (
    <>
      <div className="grid gap-5 rounded-sm border border-hairline bg-surface p-5 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <h3 className="text-xl font-semibold break-words">
              {person.names.join(', ') || 'No name'}
            </h3>
            <p className="mt-1 text-sm text-muted">{describeErased(person.counts)}</p>
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
              onClick={() => !erasure.isPending && ask(toQuestion())}
              aria-disabled={erasure.isPending}
              className="max-sm:flex-1"
            >
              <UserX className="size-4.5" />
              {erasure.isPending ? 'Erasing...' : 'Erase'}
            </Button>
          </div>
        </div>
        <IdentifierList person={person} search={search} onSearch={onSearch} />
        {person.own_mailboxes.length > 0 && (
          <p className="max-w-prose text-sm text-muted">
            {person.own_mailboxes.join(', ')} is an address of this site itself: an account of the
            admin, or where its notices go. What belongs to that stays.
          </p>
        )}
        {isCorrecting ? (
          <PersonCorrection
            person={person}
            search={search}
            onSearch={onSearch}
            onLeave={() => correct(false)}
          />
        ) : (
          <button
            type="button"
            onClick={() => correct(true)}
            className={`${cardActionClass} -ml-2 justify-self-start`}
          >
            <Pencil className="size-4" />
            Correct name, email or phone
          </button>
        )}
      </div>
      <PersonRecords person={person} />
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}

/** When the sessions are that an erasure cancels. */
function useCancelledSessions({ bookings, sessions_to_come }: Person): string[] {
  const { timeZone, timeZoneLabel } = useFacts();
  return bookings
    .filter(({ id }) => sessions_to_come.includes(id))
    .map(
      ({ session_type, booking_date }) =>
        `${session_type}, ${formatDateAndClock(booking_date, timeZone)} ${timeZoneLabel}`,
    );
}

/** What the person is known by; an address that was included can be left out again. */
function IdentifierList({
  person,
  search,
  onSearch,
}: Pick<PersonFileProps, 'person' | 'search' | 'onSearch'>) {
  return (
    <ul aria-label="Known by" className="grid gap-x-8 sm:grid-cols-2">
      {[...person.mailboxes, ...person.phones].map((one) => (
        <li
          key={one}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-hairline"
        >
          <span className="min-w-0 break-all">{one}</span>
          {search.with.includes(one) && (
            <button
              type="button"
              onClick={() =>
                onSearch({ ...search, with: search.with.filter((other) => other !== one) })
              }
              className={cardActionClass}
            >
              Leave out<span className="sr-only"> {one}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
