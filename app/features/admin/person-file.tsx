import { useQueryClient } from '@tanstack/react-query';
import { Download, Pencil, UserX } from 'lucide-react';
import { useState } from 'react';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { correctionForm, type PersonSearch } from '#domain/person.ts';
import { whatsAppHref } from '#domain/phone-number.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { FormErrors, TextInput } from '../forms/form-fields.tsx';
import { noAnswer, readProblem } from '../forms/problem.ts';
import { useSentForm } from '../forms/use-schema-form.ts';
import { useFacts } from '../shell/facts.ts';
import { PersonRecords } from './person-records.tsx';
import { describeCounts } from './person-words.ts';
import { cardActionClass } from './record-card.tsx';
import { type Person, useErasure, useExport } from './use-person.ts';

interface PersonFileProps {
  person: Person;
  search: PersonSearch;
  onSearch: (search: PersonSearch) => void;
  onErased: () => void;
}

/** Everything that is kept about a person, with its actions. */
export function PersonFile({ person, search, onSearch, onErased }: PersonFileProps) {
  const [isCorrecting, correct] = useState(false);
  const [question, ask] = useState<Question>();
  const erasure = useErasure(search, onErased);
  const saving = useExport(search);
  const cancelled = useCancelledSessions(person);

  const toQuestion = (): Question => ({
    title: 'Erase this person?',
    text: (
      <span className="grid gap-3">
        <span>This deletes {describeCounts(person.counts)}. It cannot be undone.</span>
        {cancelled.length > 0 && (
          <span>Cancelled, and open for others straight away: {cancelled.join('; ')}.</span>
        )}
        <span>
          They won’t be notified, so let them know yourself. Backups keep the data until they
          expire; if you restore one, this person is erased again.
        </span>
      </span>
    ),
    action: 'Erase permanently',
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
            {person.own_mailboxes.join(', ')} belongs to this site: an admin account, or where your
            notices go. That data stays.
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

/** Returns the upcoming sessions, which an erasure cancels, in words. */
function useCancelledSessions({ bookings, sessions_to_come }: Person): string[] {
  const { timeZone, timeZoneLabel } = useFacts();
  return bookings
    .filter(({ id }) => sessions_to_come.includes(id))
    .map(
      ({ session_type, booking_date }) =>
        `${session_type}, ${formatDateAndClock(booking_date, timeZone)} ${timeZoneLabel}`,
    );
}

/** The person's addresses and numbers. An included address can be left out again. */
function IdentifierList({
  person,
  search,
  onSearch,
}: Pick<PersonFileProps, 'person' | 'search' | 'onSearch'>) {
  return (
    <ul aria-label="Email addresses and phone numbers" className="grid gap-x-8 sm:grid-cols-2">
      {[...person.mailboxes, ...person.phones].map((one) => (
        <li
          key={one}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-hairline"
        >
          <a
            href={one.includes('@') ? `mailto:${encodeURIComponent(one)}` : whatsAppHref(one)}
            className="min-w-0 py-2.5 break-all underline-offset-4 hover:underline"
          >
            {one}
          </a>
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

interface PersonCorrectionProps {
  person: Person;
  search: PersonSearch;
  onSearch: (search: PersonSearch) => void;
  onLeave: () => void;
}

/** Corrects a name, an email or a phone number in all records of a person. */
function PersonCorrection({ person, search, onSearch, onLeave }: PersonCorrectionProps) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { form, fields, isSending } = useSentForm({
    id: 'correct-person',
    schema: correctionForm,
    async send(values) {
      const json = { ...search, ...values, stamp: person.stamp };
      const answer = await api.people.correction.$post({ json }).catch(() => undefined);
      if (!answer) return noAnswer;
      if (!answer.ok) {
        // Shows what has changed and keeps the typed values.
        if (answer.status === 409) void queryClient.invalidateQueries({ queryKey: ['people'] });
        return readProblem(answer);
      }
      toast.success('Person corrected', { description: 'In all their records.' });
      onLeave();
      // The old address may no longer find them.
      if (values.email) onSearch({ text: values.email, with: [] });
      await queryClient.invalidateQueries();
      return undefined;
    },
  });
  return (
    <form
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="Correct this person"
      className="grid gap-5 border-t border-hairline pt-5"
    >
      <FormErrors id={form.errorId} errors={form.errors} />
      <p className="max-w-prose text-sm text-muted">
        Empty fields stay unchanged. Emails that are still waiting go to the new address.
      </p>
      <div className="grid gap-5 md:grid-cols-3">
        <TextInput field={fields.name} label="Name" isOptional />
        <TextInput field={fields.email} type="email" label="Email" isOptional />
        <TextInput
          field={fields.phone}
          type="tel"
          label="Phone"
          isOptional
          hint="In messages and inquiries."
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isSending={isSending}>{isSending ? 'Correcting...' : 'Correct'}</SubmitButton>
        <Button variant="secondary" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
