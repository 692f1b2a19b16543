import {
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
} from '@conform-to/react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { contactForm, leadSources } from '#domain/lead.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from '../forms/form-errors.tsx';
import { Honeypot } from '../forms/honeypot.tsx';
import { useSubmission } from '../forms/use-submission.ts';

const messages = {
  stored: "Message sent! We'll get back to you soon.",
  delivered: "Message sent! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again.',
};

/** A message to the mentor. Sent without JavaScript, it goes to the page's own action. */
export function ContactForm({
  lastResult,
  message,
}: {
  lastResult?: SubmissionResult | undefined;
  /** What the message begins with. */
  message?: string | undefined;
}) {
  const { form, fields, formRef, isSending } = useSubmission({
    id: 'contact',
    schema: contactForm,
    path: '/api/leads',
    toRecord: (values) => ({ ...values, source: leadSources.contact }),
    toNotification: (values) => ({ ...values, source: leadSources.contact }),
    messages,
    lastResult,
    ...(message !== undefined && { defaultValue: { message } }),
  });
  return (
    <Form {...getFormProps(form)} ref={formRef} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...getInputProps(fields.name, { type: 'text', ariaAttributes: false })}
          label="Full Name"
          autoComplete="name"
          errors={fields.name.errors}
        />
        <TextField
          {...getInputProps(fields.email, { type: 'email', ariaAttributes: false })}
          label="Email Address"
          autoComplete="email"
          inputMode="email"
          errors={fields.email.errors}
        />
      </div>
      <TextAreaField
        {...getTextareaProps(fields.message, { ariaAttributes: false })}
        label="Message"
        errors={fields.message.errors}
      />
      <Honeypot />
      <Captcha renewKey={isSending} />
      <Button type="submit" disabled={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? 'Sending...' : 'Send Message'}
      </Button>
    </Form>
  );
}
