import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type FormEvent, useState } from 'react';
import { messageOf, useAdminSession } from '#features/admin-ui/ui/index.ts';
import { type SenderRecord, senderCheckQuery } from '#features/mail/rules/sender-records.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

/** Checks, on demand, which DNS records of the sender's domain are missing. */
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
    const read = senderCheckQuery.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setErrors(read.error?.issues.map(({ message }) => message));
    if (read.success) check.mutate(read.data);
  }
  const { data } = check;
  return (
    <section aria-labelledby="sender-check" className="grid gap-4 pt-2 pb-5">
      <div>
        <h3 id="sender-check" className="font-text font-semibold">
          Are your emails going to spam?
        </h3>
        <p className="text-muted">
          Three DNS records of your domain show that your emails are really from you.
        </p>
      </div>
      <form noValidate onSubmit={ask} className="grid gap-4">
        <TextField
          id="dkim-selector"
          name="selector"
          label="DKIM selector"
          isOptional
          errors={errors}
          hint="Ask your email provider. Leave empty and we’ll try the common ones."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="secondary"
          aria-disabled={check.isPending}
          className="justify-self-start max-sm:w-full"
        >
          {check.isPending ? 'Checking...' : 'Check the records'}
        </Button>
      </form>
      <div aria-live="polite" className="grid gap-3">
        {check.isError && <p className="font-medium text-danger">{messageOf(check.error)}</p>}
        {data && (
          <p>
            Your emails come from <span className="break-all">{data.sender}</span>
            {data.domain ? '.' : ', which is not your own address. Set up email first.'}
          </p>
        )}
        {data?.records.map((record) => (
          <Entry key={record.kind} {...record} />
        ))}
      </div>
    </section>
  );
}

const Entry = ({ kind, is_present, text, add }: SenderRecord) => (
  <div className="grid gap-1 border-t border-hairline pt-3">
    <p className="font-semibold">
      {kind}:{' '}
      <span className={is_present ? 'text-success' : 'text-danger'}>
        {is_present === null ? 'could not be looked up' : is_present ? 'present' : 'missing'}
      </span>
    </p>
    {is_present === false && <p>{text}</p>}
    {is_present === false && add && (
      <p className="font-mono text-sm break-all select-all">
        {add.name} TXT "{add.value}"
      </p>
    )}
  </div>
);
