import { FormNotice, TextInput, useVisitorForm, VisitorForm } from '#features/forms/ui/index.ts';
import { inquiryForm, leadSources } from '#features/leads/rules/index.ts';
import type { FormNoticeFacts } from '#features/people/rules/index.ts';
import { inquiryThanks } from './plain-inquiry.tsx';

interface InquiryFormProps {
  inquiry: 'course' | 'blueprint';
  notice: FormNoticeFacts;
  onSuccess: () => void;
}

/** A purchase inquiry. Without JavaScript, `PlainInquiry` replaces it. */
export function InquiryForm({ inquiry, notice, onSuccess }: InquiryFormProps) {
  const source = leadSources[inquiry];
  const { fields, ...form } = useVisitorForm({
    id: `inquiry-${inquiry}`,
    schema: inquiryForm,
    path: '/api/leads',
    toRecord: (values) => ({ ...values, phone: values.phone || null, source }),
    toNotification: (values) => ({ ...values, source }),
    messages: {
      stored: inquiryThanks,
      failed: 'Failed to submit your request. Please try again.',
      failedInDialog: 'Your request has not been sent. What you typed is still here.',
    },
    fallbackErrors: {
      unexplained: 'Server returned an error.',
      unanswered: 'Server returned an error.',
    },
    onSuccess,
  });
  return (
    <VisitorForm
      {...form}
      action="Submit Request"
      busyAction="Submitting..."
      className="mt-5 grid gap-5"
      buttonClass="mt-1 w-full"
    >
      <TextInput field={fields.name} label="Name" autoComplete="name" />
      <TextInput field={fields.email} type="email" label="Email" autoComplete="email" />
      <TextInput field={fields.phone} type="tel" label="Phone" isOptional autoComplete="tel" />
      <FormNotice {...notice} fields={fields} />
    </VisitorForm>
  );
}
