import { getFormProps } from '@conform-to/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { FailedNotice, messageOf, useAdminSession } from '#features/admin-ui/ui/index.ts';
import {
  FormErrors,
  noAnswer,
  readProblem,
  Select,
  TextInput,
  useSentForm,
} from '#features/forms/ui/index.ts';
import { type MailServerStatus, mailServerForm } from '#features/mail/rules/mail.ts';
import {
  type MailProviderName,
  mailProviderNames,
  mailProviders,
} from '#features/mail/rules/mail-providers.ts';
import { foldClass, Summary } from '#features/settings/ui/admin/index.ts';
import { Button, SubmitButton } from '#ui/button.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { mailProblems, useMailServer } from './mail-panels.tsx';
import { SenderCheck } from './sender-check.tsx';

/** The mail server settings, and whether emails arrive. */
export function MailSettings() {
  const queryClient = useQueryClient();
  const server = useMailServer();
  const { data } = server;
  // A new form after each save, without the passwords.
  const [saves, setSaves] = useState(0);
  async function refresh(): Promise<void> {
    const keys = [['mail_server'], ['first_steps']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }
  if (server.isError && !data)
    return <FailedNotice text="The email settings could not be loaded." query={server} />;
  if (!data) return <Skeleton className="h-96" />;
  return (
    <div className="grid max-w-3xl gap-6">
      <Status {...data} onTested={() => void refresh()} />
      {!data.is_fixed && (
        <MailForm
          key={saves}
          {...data}
          onSaved={async () => {
            await refresh();
            setSaves((count) => count + 1);
          }}
        />
      )}
      <details className={`${foldClass} px-4`}>
        <Summary title="Advanced" />
        <SenderCheck />
      </details>
    </div>
  );
}

type StatusProps = MailServerStatus & { onTested: () => void };

const Status = ({ problem, is_fixed, sender, recipient, onTested }: StatusProps) => (
  <section aria-label="Email" className="grid gap-3">
    <h2 className="text-heading">Email</h2>
    {problem ? (
      <p className="font-semibold text-danger">{mailProblems[problem]}</p>
    ) : (
      <p>
        Your emails are sent from{' '}
        <strong className="font-semibold break-all">
          {sender.name} {`<${sender.email}>`}
        </strong>
        .
      </p>
    )}
    <p className="text-muted">
      Notices about leads and bookings go to <span className="break-all">{recipient}</span>.{' '}
      <Link to="/admin/settings/site" className={textLink}>
        Change
      </Link>
    </p>
    {is_fixed && (
      <p className="text-muted">
        The email server is set with SMTP_URL on the server, so it cannot be changed here.
      </p>
    )}
    {(problem === null || problem === 'failing') && <TestMailButton onDone={onTested} />}
  </section>
);

type MailFormProps = Pick<MailServerStatus, 'saved' | 'sender'> & { onSaved: () => Promise<void> };

const verbatim = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

function MailForm({ saved, sender, onSaved }: MailFormProps) {
  const { api } = useAdminSession();
  const [name, setName] = useState<MailProviderName | undefined>(saved?.provider);
  const [isServerShown, setIsServerShown] = useState(false);
  const { form, fields, isSending } = useSentForm({
    id: 'mail-server',
    schema: mailServerForm,
    defaultValue: saved ?? { senderName: sender.name },
    async send(json) {
      try {
        const response = await api.mail_server.$put({ json });
        if (!response.ok) return readProblem(response);
        const { recipient } = await response.json();
        toast.success(`Email works. A test email is on its way to ${recipient}.`);
        await onSaved();
      } catch {
        return noAnswer;
      }
    },
  });
  const provider = name && mailProviders[name];
  const preset = name === saved?.provider ? saved : provider;
  const isServerWrong = [fields.host, fields.port, fields.encryption].some(({ errors }) => errors);
  return (
    <form {...getFormProps(form)} method="put" className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <Select
        field={fields.provider}
        label="Email service"
        placeholder="Choose your email service"
        onChange={({ target: { value } }) => {
          setName(mailProviderNames.find((known) => known === value));
          // With these two, the mentor has to enter or check the server.
          setIsServerShown(value === 'smtp' || value === 'ses');
        }}
      >
        {mailProviderNames.map((known) => (
          <option key={known} value={known}>
            {mailProviders[known].label}
          </option>
        ))}
      </Select>
      {provider && preset && (
        <>
          <ol className="grid list-decimal gap-1 pl-5 text-muted">
            {provider.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {provider.username && (
            <TextInput
              {...verbatim}
              field={fields.username}
              label={provider.username}
              onBlur={({ target: { value } }) => {
                if (value.includes('@') && !fields.senderEmail.value)
                  form.update({ name: fields.senderEmail.name, value });
              }}
            />
          )}
          <TextInput
            field={fields.password}
            type="password"
            label={provider.password}
            autoComplete="off"
            hint={saved && 'Leave empty to keep the saved one.'}
          />
          <details
            open={isServerShown || isServerWrong}
            onToggle={({ currentTarget }) => setIsServerShown(currentTarget.open)}
            className={`${foldClass} px-4`}
          >
            <Summary title="Server" />
            <div key={name} className="grid gap-5 pb-4 sm:grid-cols-[2fr_1fr_1fr]">
              <TextInput
                {...verbatim}
                field={fields.host}
                label="Server"
                defaultValue={preset.host}
              />
              <TextInput
                field={fields.port}
                label="Port"
                defaultValue={preset.port}
                inputMode="numeric"
              />
              <Select
                field={fields.encryption}
                label="Encryption"
                placeholder="Choose"
                defaultValue={preset.encryption}
              >
                <option value="tls">TLS</option>
                <option value="starttls">STARTTLS</option>
              </Select>
            </div>
          </details>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextInput field={fields.senderName} label="Sender name" />
            <TextInput
              field={fields.senderEmail}
              type="email"
              label="Sender address"
              autoComplete="email"
            />
          </div>
          <TextInput
            field={fields.currentPassword}
            type="password"
            label="Your password for this site"
            autoComplete="current-password"
          />
          <SubmitButton isSending={isSending} className="justify-self-start max-sm:w-full">
            {isSending ? 'Testing...' : 'Send a test and save'}
          </SubmitButton>
        </>
      )}
    </form>
  );
}

/** Sends a test email to the mentor, and shows the mail server's response. */
export function TestMailButton({ onDone }: { onDone: () => void }) {
  const { api } = useAdminSession();
  const test = useMutation({
    mutationFn: () => parseResponse(api['first-steps']['test-mail'].$post()),
    onSuccess: ({ is_accepted, recipient, answer }) => {
      if (is_accepted)
        toast.success(`A test email is on its way to ${recipient}.`, { description: answer });
      onDone();
    },
  });
  const isRefused = test.data?.is_accepted === false;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="secondary"
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        <Send className="size-4" />
        {test.isPending ? 'Sending...' : 'Send a test email'}
      </Button>
      {(isRefused || test.isError) && (
        <p role="alert" className="text-sm font-medium text-danger">
          {test.data?.answer ?? messageOf(test.error)}
        </p>
      )}
    </div>
  );
}
