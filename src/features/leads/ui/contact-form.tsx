import type { SubmissionResult } from '@conform-to/react';
import {
  FormNotice,
  NameAndEmail,
  TextArea,
  useVisitorForm,
  VisitorForm,
} from '#features/forms/ui/index.ts';
import { contactForm } from '#features/leads/rules/lead.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';

interface ContactFormProps {
  lastResult: SubmissionResult | undefined;
  message: string | undefined;
  notice: FormNoticeFacts;
}

/** The contact form. Without JavaScript, it is posted to the page's own action. */
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
