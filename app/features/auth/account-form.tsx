import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import type { z } from '#domain/zod.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from '../forms/form-errors.tsx';
import { type ApiFormOptions, useApiForm } from '../forms/use-api-form.ts';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { AccountInputs, type InputKind } from './account-inputs.tsx';

interface AccountFormProps {
  fields: readonly InputKind[];
  /** Whether robots are kept from it, where the site has a captcha. */
  hasCaptcha?: boolean;
  /** What the button says, and what it says while the form is on its way. */
  action: string;
  busyAction: string;
}

interface ActionFormProps extends AccountFormProps {
  /** Names the form on the page. */
  id: string;
  schema: z.ZodObject;
  /** What the form carries besides what is typed. */
  hidden?: Record<string, string>;
  defaultValue?: Record<string, string>;
  lastResult: SubmissionResult | undefined;
}

/** A form of the sign-in: goes to its page's own action, with or without JavaScript. */
export function ActionForm({
  id,
  schema,
  hidden = {},
  defaultValue,
  lastResult,
  ...look
}: ActionFormProps) {
  const isSending = useNavigation().state !== 'idle';
  const [form, fields] = useSchemaForm({ id, schema, lastResult, defaultValue });
  return (
    <Form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors ?? fields.captchaToken?.errors} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <AccountInputs kinds={look.fields} fields={fields} />
      {look.hasCaptcha && <Captcha renewKey={lastResult} />}
      <Button type="submit" disabled={isSending} className="w-full">
        {isSending ? look.busyAction : look.action}
      </Button>
    </Form>
  );
}

interface ApiFormProps<Schema extends z.ZodObject>
  extends AccountFormProps,
    ApiFormOptions<Schema> {
  /** Tells a password manager whose password is meant, where no field says so. */
  accountEmail?: string;
}

/** A form about the account that is signed in, sent to the API. */
export function ApiForm<Schema extends z.ZodObject>({
  fields: kinds,
  hasCaptcha,
  action,
  busyAction,
  accountEmail,
  ...options
}: ApiFormProps<Schema>) {
  const { form, fields, isSending } = useApiForm(options);
  return (
    <form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors} />
      {accountEmail !== undefined && (
        <input type="email" autoComplete="username" value={accountEmail} readOnly hidden />
      )}
      <AccountInputs kinds={kinds} fields={fields} />
      {hasCaptcha && <Captcha renewKey={isSending} />}
      <Button type="submit" disabled={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? busyAction : action}
      </Button>
    </form>
  );
}
