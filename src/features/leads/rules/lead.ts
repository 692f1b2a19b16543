import { voucherCode } from '#features/vouchers/rules/index.ts';
import { agreement } from '#rules/agreement.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { originOfForm } from '#rules/origin.ts';
import { findCourseOfForm } from '#rules/plan-courses.ts';
import { fromWire } from '#rules/wire.ts';
import { emailAddress, phoneText, recordId, requiredText, submissionId, z } from '#rules/zod.ts';

export const contactForm = z.object({
  name: requiredText('Name is required.', 2, 200),
  email: emailAddress('A valid email is required.'),
  message: requiredText('Message must be at least 10 characters.', 10, 10_000),
  ...agreement,
});

export const inquiryForm = z.object({
  name: requiredText('Name must be at least 2 characters.', 2, 200),
  email: emailAddress('Please enter a valid email.'),
  phone: phoneText.optional(),
  voucher_code: voucherCode,
  ...agreement,
});

const inquirySource = z.literal([leadSources.course, leadSources.blueprint], 'Unknown source.');

/** A missing value, `null` and `''` all mean no number. */
const phone = phoneText.nullish().transform((value) => value || null);

/** When the sale ends that the page shows, in epoch milliseconds. What can’t be that counts as none. */
const saleEndTime = z.int().optional().catch(undefined);

/** The course that an inquiry is about. What can’t be an id counts as none. */
const courseId = recordId('')
  .nullish()
  .catch(null)
  .transform((id) => id ?? undefined)
  .optional();

/** The inquiry from a page without JavaScript. The page gives the form its id and the end of its sale. */
export const sentInquiry = inquiryForm.extend({
  source: inquirySource,
  id: submissionId.optional(),
  course_id: courseId,
  sale_end_time: z.coerce.number().optional().pipe(saleEndTime),
});

const contact = contactForm.extend({
  /** A message buys nothing. */
  voucher_code: z.undefined().optional().catch(undefined),
  source: z.literal(leadSources.contact),
  phone,
  origin: originOfForm,
  sale_end_time: saleEndTime,
});

const inquiry = inquiryForm.extend({
  source: inquirySource,
  course_id: courseId,
  phone,
  origin: originOfForm,
  sale_end_time: saleEndTime,
  message: z
    .union([z.null(), z.literal('')], 'A purchase inquiry has no message.')
    .optional()
    .transform(() => null),
});

/** The form of a plan card names its course only by the source. */
function withCourse<Lead extends { source: string; courseId?: string | undefined }>(lead: Lead) {
  const courseId = lead.courseId ?? findCourseOfForm(lead.source);
  return courseId === undefined ? lead : { ...lead, courseId };
}

/** The forms that create a lead. */
export const leadForms = [contact, inquiry] as const;

/** A lead as both endpoints accept it, without its id: each source has the rules of its form. */
export const leadContent = z
  .discriminatedUnion('source', leadForms, 'Unknown source.')
  .transform(fromWire)
  .transform(withCourse);
export type LeadContent = z.output<typeof leadContent>;

/** The body of `POST /api/leads`. */
export const leadSubmission = z
  .discriminatedUnion(
    'source',
    [contact.extend({ id: submissionId }), inquiry.extend({ id: submissionId })],
    'Unknown source.',
  )
  .transform(fromWire)
  .transform(withCourse);
export type LeadSubmission = z.output<typeof leadSubmission>;

/** One of the mentor's quick replies, filled in for a lead. */
export interface QuickReply {
  title: string;
  text: string;
}
