import type { SubmissionResult } from '@conform-to/react';
import { contactForm } from '#domain/lead.ts';
import { leadSources } from '#domain/lead-sources.ts';
import type { FormNoticeFacts } from '#domain/legal/form-notice.ts';
import { NameAndEmail, TextArea } from '../forms/form-fields.tsx';
import { FormNotice } from '../forms/form-notice.tsx';
import { useVisitorForm, VisitorForm } from '../forms/visitor-form.tsx';

interface ContactFormProps {
  lastResult: SubmissionResult | undefined;
  message: string | undefined;
  notice: FormNoticeFacts;
}

/** A message to the mentor. Sent without JavaScript, it goes to the page's own action. */
export function ContactForm({ lastResult, message, notice }: ContactFormProps) {
  const toLead = (values: object) => ({ ...values, source: leadSources.contact });
  const { fields, ...form } = useVisitorForm({
    id: 'contact',
    schema: contactForm,
    path: '/api/leads',
    toRecord: toLead,
    toNotification: toLead,
    messages: {
      stored: "Message sent! We'll get back to you soon.",
      failed: 'Failed to send message. Please try again.',
    },
    fallbackErrors: {
      unexplained: 'Server returned an error.',
      unanswered: 'Network response was not ok',
    },
    lastResult,
    defaultValue: message === undefined ? undefined : { message },
  });
  return (
    <VisitorForm {...form} action="Send Message" busyAction="Sending...">
      <div className="grid gap-6 sm:grid-cols-2">
        <NameAndEmail name={fields.name} email={fields.email} />
      </div>
      <TextArea field={fields.message} label="Message" />
      <FormNotice {...notice} fields={fields} />
    </VisitorForm>
  );
}
