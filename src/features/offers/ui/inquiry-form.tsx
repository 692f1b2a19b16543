import {
  FormNotice,
  TextInput,
  toPayAction,
  useVisitorForm,
  VisitorForm,
} from '#features/forms/ui/index.ts';
import { inquiryForm } from '#features/leads/rules/index.ts';
import { CodeField } from '#features/vouchers/ui/index.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { type PayOffer, readPayOffer } from '#rules/pay-link.ts';
import { saleStorageKey } from '#rules/sale.ts';
import { inquiryThanks } from './plain-inquiry.tsx';

/** A course from the admin that can be bought. */
export interface InquiredCourse {
  id: string;
  title: string;
}

interface InquiryFormProps {
  inquiry: 'course' | 'blueprint';
  course?: InquiredCourse | undefined;
  notice: FormNoticeFacts;
  /** Whether there is a code that could be used. */
  takesCodes: boolean;
  /** `offer`: what is to be paid, if anything is. */
  onSuccess: (offer: PayOffer | undefined) => void;
}

/** The end of this visitor's sale, which decides the price together with the server's clock. */
function readSaleEnd(): { sale_end_time?: number } {
  try {
    const end = Number(localStorage.getItem(saleStorageKey));
    return Number.isSafeInteger(end) && end > 0 ? { sale_end_time: end } : {};
  } catch {
    // Storage is blocked.
    return {};
  }
}

/** A purchase inquiry. Without JavaScript, `PlainInquiry` replaces it. */
export function InquiryForm({ inquiry, course, notice, takesCodes, onSuccess }: InquiryFormProps) {
  const about = { source: leadSources[inquiry], ...(course && { course_id: course.id }) };
  const { fields, ...form } = useVisitorForm({
    id: `inquiry-${course?.id ?? inquiry}`,
    schema: inquiryForm,
    path: '/api/leads',
    toRecord: (values) => ({
      ...values,
      phone: values.phone || null,
      ...about,
      ...readSaleEnd(),
    }),
    toNotification: (values) => ({ ...values, ...about, ...readSaleEnd() }),
    messages: {
      stored: inquiryThanks,
      failed: 'Failed to submit your request. Please try again.',
      failedInDialog: 'Your request has not been sent. What you typed is still here.',
    },
    fallbackErrors: {
      unexplained: 'Server returned an error.',
      unanswered: 'Server returned an error.',
    },
    toAction: toPayAction,
    onSuccess: (result) =>
      onSuccess(result.kind === 'stored' ? readPayOffer(result.answer) : undefined),
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
      {takesCodes && <CodeField field={fields.voucher_code} />}
      <FormNotice {...notice} fields={fields} />
    </VisitorForm>
  );
}
