import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import {
  type SenderCheck as Checked,
  senderCheckQuery,
} from '#domain/sender-records/sender-record.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { SenderRecordEntry } from './sender-record-entry.tsx';

/** Looks up, on demand, what mail servers find out about the sender of the site's mails. */
export function SenderCheck() {
  const { api } = useAdminSession();
  const [errors, setErrors] = useState<string[]>();
  const check = useMutation({
    mutationFn: (query: { selector?: string | undefined }) =>
      parseResponse(api.sender_records.$get({ query })),
  });
  function ask(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (check.isPending) return;
    const form = Object.fromEntries(new FormData(event.currentTarget));
    const read = senderCheckQuery.safeParse(form);
    setErrors(read.error?.issues.map(({ message }) => message));
    if (read.success) check.mutate(read.data);
  }
  return (
    <div className="grid gap-4 border-t border-hairline pt-5">
      <div>
        <h3 className="font-text font-semibold">Does it land in the spam?</h3>
        <p className="mt-1 max-w-prose text-muted">
          Mail servers look up three records of your domain before they believe that a mail is
          yours: SPF, DKIM and DMARC. This shows which of them are there, and what to add.
        </p>
      </div>
      <form noValidate onSubmit={ask} className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          id="dkim-selector"
          name="selector"
          label="DKIM selector"
          isOptional
          errors={errors}
          hint="Your mail provider says it. Without one, the usual ones are tried."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="secondary"
          aria-disabled={check.isPending}
          className="justify-self-start max-sm:w-full sm:mt-7"
        >
          <Search className="size-4" />
          {check.isPending ? 'Looking...' : 'Look up the records'}
        </Button>
      </form>
      <p role="status" className="sr-only">
        {check.isPending && 'The records are being looked up.'}
        {check.isSuccess && 'The records have been looked up.'}
      </p>
      {check.isPending && <Skeleton className="h-56" />}
      {check.data && <Answer {...check.data} />}
      {check.isError && (
        <p role="alert" className="text-sm font-medium text-danger">
          {messageOf(check.error)}
        </p>
      )}
    </div>
  );
}

function Answer({ sender, domain, records }: Checked) {
  if (domain === null)
    return (
      <p>
        Mails come from <strong className="font-semibold break-all">{sender}</strong>, which is no
        address of yours yet. Put your own email into the settings of the site, or have whoever has
        installed it set one (MAIL_FROM).
      </p>
    );
  return (
    <>
      <p>
        Mails come from <strong className="font-semibold break-all">{sender}</strong>. Records are
        added where your domain is managed; what is new is seen everywhere within a day.
      </p>
      <ul className="border-b border-hairline">
        {records.map((record) => (
          <SenderRecordEntry key={record.kind} {...record} />
        ))}
      </ul>
    </>
  );
}
