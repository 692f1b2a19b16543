import { getFormProps } from '@conform-to/react';
import type { z } from 'zod';
import { Button } from '#app/ui/button.tsx';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from '../forms/form-errors.tsx';
import { useApiForm } from '../forms/use-api-form.ts';
import { AccountInputs, type InputKind } from './inputs.tsx';

interface ApiFormProps<Schema extends z.ZodObject> {
  /** Names the form on the page. */
  id: string;
  schema: Schema;
  fields: InputKind[];
  defaultValue?: Record<string, string>;
  /** Tells a password manager whose password is meant, where no field says so. */
  accountEmail?: string;
  /** Whether robots are kept from it, where the site has a captcha. */
  hasCaptcha?: boolean;
  action: string;
  busyAction: string;
  send: (values: z.output<Schema>) => Promise<Response>;
  onDone: (response: Response, values: z.output<Schema>) => void | Promise<void>;
}

/** A form about the account that is signed in, sent to the API. */
export function ApiForm<Schema extends z.ZodObject>({
  id,
  schema,
  fields: asked,
  defaultValue,
  accountEmail,
  hasCaptcha = false,
  action,
  busyAction,
  send,
  onDone,
}: ApiFormProps<Schema>) {
  const { form, fields, isSending } = useApiForm({
    id,
    schema,
    send,
    onDone,
    ...(defaultValue && { defaultValue }),
  });
  const all: Record<string, (typeof fields)[keyof typeof fields] | undefined> = fields;
  return (
    <form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors} />
      {accountEmail !== undefined && (
        <input type="email" autoComplete="username" value={accountEmail} readOnly hidden />
      )}
      <AccountInputs kinds={asked} fields={all} />
      {hasCaptcha && <Captcha renewKey={isSending} />}
      <Button type="submit" disabled={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? busyAction : action}
      </Button>
    </form>
  );
}
