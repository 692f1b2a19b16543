import { getFormProps, getInputProps, type SubmissionResult } from '@conform-to/react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { setUpForm, signInForm } from '#domain/account.ts';
import { FormErrors } from '../forms/form-errors.tsx';
import { useActionForm } from '../forms/use-action-form.ts';

interface CredentialsFormProps {
  /** Names the form on the page. */
  id: string;
  schema: typeof signInForm | typeof setUpForm;
  /** Tells a password manager whether to fill one in or to make one up. */
  passwordKind: 'current-password' | 'new-password';
  passwordHint?: string;
  action: string;
  busyAction: string;
  lastResult: SubmissionResult | undefined;
}

/** E-mail address and password, sent to the page's own action. */
export function CredentialsForm({
  id,
  schema,
  passwordKind,
  passwordHint,
  action,
  busyAction,
  lastResult,
}: CredentialsFormProps) {
  const { form, fields, isSending } = useActionForm({ id, schema, lastResult });
  return (
    <Form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        {...getInputProps(fields.email, { type: 'email', ariaAttributes: false })}
        label="Email"
        autoComplete="username"
        inputMode="email"
        errors={fields.email.errors}
      />
      <TextField
        {...getInputProps(fields.password, { type: 'password', ariaAttributes: false })}
        label="Password"
        autoComplete={passwordKind}
        hint={passwordHint}
        errors={fields.password.errors}
      />
      <Button type="submit" disabled={isSending} className="w-full">
        {isSending ? busyAction : action}
      </Button>
    </Form>
  );
}
