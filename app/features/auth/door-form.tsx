import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from 'react-router';
import type { z } from 'zod';
import { Button } from '#app/ui/button.tsx';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from '../forms/form-errors.tsx';
import { useActionForm } from '../forms/use-action-form.ts';
import { AccountInputs, type InputKind } from './inputs.tsx';

interface DoorFormProps {
  /** Names the form on the page. */
  id: string;
  schema: z.ZodObject;
  fields: InputKind[];
  /** What the form carries besides what is typed. */
  hidden?: Record<string, string>;
  defaultValue?: Record<string, string>;
  action: string;
  busyAction: string;
  /** Whether robots are kept from it, where the site has a captcha. */
  hasCaptcha?: boolean;
  lastResult: SubmissionResult | undefined;
}

/** The one form of the sign-in, with the fields that its page asks for; sent to the page's own action. */
export function DoorForm({
  id,
  schema,
  fields: asked,
  hidden = {},
  defaultValue = {},
  action,
  busyAction,
  hasCaptcha = false,
  lastResult,
}: DoorFormProps) {
  const { form, fields, isSending } = useActionForm({ id, schema, lastResult, defaultValue });
  return (
    <Form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors ?? fields.captchaToken?.errors} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <AccountInputs kinds={asked} fields={fields} />
      {hasCaptcha && <Captcha renewKey={lastResult} />}
      <Button type="submit" disabled={isSending} className="w-full">
        {isSending ? busyAction : action}
      </Button>
    </Form>
  );
}
