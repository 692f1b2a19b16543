import type { ReactNode } from 'react';
import { Honeypot } from '#features/forms/ui/index.ts';
import { answerDays, type RequestKind } from '#features/people/rules/request-kinds.ts';
import { Button } from '#ui/button.tsx';
import { RadioField, TextAreaField, TextField } from '#ui/field.tsx';

const choices: { value: RequestKind; label: string }[] = [
  { value: 'access', label: 'Send me a copy of my data' },
  { value: 'correction', label: 'Correct my data' },
  { value: 'deletion', label: 'Delete my data' },
];

interface PersonRequestFormProps {
  /** The token of a booking's private page. The link to confirm is sent to its address. */
  booking?: string | undefined;
  /** The rejected values, and their errors. */
  sent?: Partial<Record<'kind' | 'email' | 'message', string>>;
  errors?: Partial<Record<string, string[] | null>>;
  children?: ReactNode;
}

/** The form for a data request. Without JavaScript, a separate page shows the result. */
export const PersonRequestForm = ({
  booking,
  sent = {},
  errors = {},
  children,
}: PersonRequestFormProps) => (
  <form method="post" action="/privacy/request" noValidate className="grid max-w-xl gap-5">
    {booking !== undefined && <input type="hidden" name="booking" value={booking} />}
    <RadioField
      id="request-kind"
      name="kind"
      label="What should we do?"
      choices={choices}
      defaultValue={sent.kind ?? 'access'}
      errors={errors.kind ?? undefined}
    />
    {booking === undefined ? (
      <TextField
        id="request-email"
        name="email"
        type="email"
        label="Email Address"
        hint="We’ll email you a link to confirm."
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={sent.email}
        errors={errors.email ?? undefined}
      />
    ) : (
      <p className="text-sm text-muted">
        We’ll email a link to the address of this booking to confirm.
      </p>
    )}
    <TextAreaField
      id="request-message"
      name="message"
      label="What should we correct? Anything else?"
      isOptional
      rows={3}
      className="min-h-24!"
      maxLength={2_000}
      defaultValue={sent.message}
      errors={errors.message ?? undefined}
    />
    <Honeypot />
    {children}
    <Button type="submit" className="justify-self-start max-sm:w-full">
      Send Request
    </Button>
  </form>
);

/** The same form with its heading, as a section of another page. */
export const PersonRequestSection = ({ booking }: { booking?: string }) => (
  <section aria-labelledby="own-data" className="mt-12 grid gap-4 border-t border-hairline pt-10">
    <h2 id="own-data" className="text-heading">
      Your data
    </h2>
    <p className="max-w-prose text-muted">
      Ask for a copy of your data, or ask us to correct or delete it. We’ll reply within{' '}
      {answerDays} days.
    </p>
    <PersonRequestForm booking={booking} />
  </section>
);
