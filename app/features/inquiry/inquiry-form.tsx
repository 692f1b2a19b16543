import { getFormProps, getInputProps } from '@conform-to/react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { inquiryForm, leadSources } from '#domain/lead.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from '../forms/form-errors.tsx';
import { Honeypot } from '../forms/honeypot.tsx';
import { useSubmission } from '../forms/use-submission.ts';

const thanks = "Thank you! We've received your request and will be in touch shortly.";
const messages = {
  stored: thanks,
  delivered: thanks,
  failed: 'Failed to submit your request. Please try again.',
  failedInDialog: 'Your request has not been sent. What you typed is still here.',
};

/** What the site asks of a visitor who wants to buy. */
export type Inquiry = 'course' | 'blueprint';

/** A request to buy. It needs JavaScript: what opens it leads to the contact page without. */
export function InquiryForm({ inquiry, onSuccess }: { inquiry: Inquiry; onSuccess: () => void }) {
  const source = leadSources[inquiry];
  const { form, fields, formRef, isSending } = useSubmission({
    id: `inquiry-${inquiry}`,
    schema: inquiryForm,
    path: '/api/leads',
    toRecord: (values) => ({ ...values, phone: values.phone || null, source }),
    toNotification: (values) => ({ ...values, source }),
    messages,
    onSuccess,
  });
  return (
    <Form {...getFormProps(form)} ref={formRef} method="post" className="mt-5 grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        {...getInputProps(fields.name, { type: 'text', ariaAttributes: false })}
        label="Name"
        autoComplete="name"
        errors={fields.name.errors}
      />
      <TextField
        {...getInputProps(fields.email, { type: 'email', ariaAttributes: false })}
        label="Email"
        autoComplete="email"
        inputMode="email"
        errors={fields.email.errors}
      />
      <TextField
        {...getInputProps(fields.phone, { type: 'tel', ariaAttributes: false })}
        label="Phone"
        isOptional
        autoComplete="tel"
        inputMode="tel"
        errors={fields.phone.errors}
      />
      <Honeypot />
      <Captcha renewKey={isSending} />
      <Button type="submit" disabled={isSending} className="mt-1 w-full">
        {isSending ? 'Submitting...' : 'Submit Request'}
      </Button>
    </Form>
  );
}
