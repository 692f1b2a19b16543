import { type FormMetadata, getFormProps } from '@conform-to/react';
import type { ReactNode, RefObject } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { honeypotField } from '#domain/captcha.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from './form-fields.tsx';

interface VisitorFormProps<Fields extends Record<string, unknown>> {
  form: FormMetadata<Fields, string[]>;
  formRef: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  action: string;
  busyAction: string;
  className?: string;
  buttonClass?: string;
  children: ReactNode;
}

/** What the forms of visitors have in common: their errors, what keeps robots away, the button. */
export function VisitorForm<Fields extends Record<string, unknown>>({
  form,
  formRef,
  isSending,
  action,
  busyAction,
  className = 'grid gap-6',
  buttonClass = 'justify-self-start max-sm:w-full',
  children,
}: VisitorFormProps<Fields>) {
  return (
    <Form {...getFormProps(form)} ref={formRef} method="post" className={className}>
      <FormErrors id={form.errorId} errors={form.errors} />
      {children}
      <Honeypot />
      <Captcha renewKey={isSending} />
      <Button type="submit" disabled={isSending} className={buttonClass}>
        {isSending ? busyAction : action}
      </Button>
    </Form>
  );
}

/** A field that people neither see nor reach; only bots fill it in. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Leave this empty
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
