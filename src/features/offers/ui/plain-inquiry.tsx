import type { SubmissionResult } from '@conform-to/react';
import { FormNotice, Honeypot } from '#features/forms/ui/index.ts';
import { CodeField } from '#features/vouchers/ui/index.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { InquiredCourse } from './inquiry-form.tsx';

export const inquiryThanks = "Thank you! We've received your request and will be in touch shortly.";

/** The page with this form. */
export const plainFormPath = (inquiry: 'course' | 'blueprint', courseId?: string): string =>
  `/services?${new URLSearchParams({ inquiry, ...(courseId && { course: courseId }) })}#inquiry`;

/** Which course an inquiry is about. */
export const InquiredTitle = ({ title }: { title: string }) => (
  <p dir="auto" className="mt-2 font-medium">
    {title}
  </p>
);

interface PlainInquiryProps {
  inquiry: 'course' | 'blueprint';
  course: InquiredCourse | undefined;
  /**
   * The id makes a form that is sent twice one inquiry, and the end of the sale gives it the price that
   * the page shows. A corrected form keeps what it has.
   */
  hidden: { id: string; sale_end_time?: number } | undefined;
  notice: FormNoticeFacts;
  takesCodes: boolean;
  refusal: SubmissionResult | undefined;
}

/** The purchase inquiry for browsers without JavaScript, which cannot open its dialog. */
export function PlainInquiry({
  inquiry,
  course,
  hidden,
  notice,
  takesCodes,
  refusal,
}: PlainInquiryProps) {
  const fieldProps = (name: string) => ({
    id: `plain-${name}`,
    name,
    errors: refusal?.error?.[name] ?? undefined,
    defaultValue: String(refusal?.initialValue?.[name] ?? ''),
  });
  return (
    <section id="inquiry" aria-labelledby="inquiry-title" className="container-site pb-(--section)">
      <h2 id="inquiry-title" className="text-heading">
        {leadSources[inquiry]}
      </h2>
      {course && <InquiredTitle title={course.title} />}
      <form
        method="post"
        action={plainFormPath(inquiry, course?.id)}
        className="mt-5 grid max-w-xl gap-5"
      >
        {refusal?.error?.[''] && (
          <p
            role="alert"
            className="rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
          >
            {refusal.error[''].join(' ')}
          </p>
        )}
        {(['id', 'sale_end_time'] as const).map((name) => (
          <input
            key={name}
            type="hidden"
            name={name}
            value={String(refusal?.initialValue?.[name] ?? hidden?.[name] ?? '')}
          />
        ))}
        <input type="hidden" name="source" value={leadSources[inquiry]} />
        {course && <input type="hidden" name="course_id" value={course.id} />}
        <TextField {...fieldProps('name')} label="Name" autoComplete="name" required />
        <TextField
          {...fieldProps('email')}
          type="email"
          label="Email"
          autoComplete="email"
          required
        />
        <TextField
          {...fieldProps('phone')}
          type="tel"
          label="Phone"
          isOptional
          autoComplete="tel"
        />
        {takesCodes && (
          <CodeField
            field={{
              id: 'plain-voucher_code',
              name: 'voucher_code',
              errors: refusal?.error?.voucher_code ?? undefined,
              initialValue: refusal?.initialValue?.voucher_code,
            }}
          />
        )}
        <FormNotice
          {...notice}
          fields={{
            privacy_version: { name: 'privacy_version' },
            agreed_to: { name: 'agreed_to', initialValue: refusal?.initialValue?.agreed_to },
          }}
        />
        <Honeypot />
        <Button type="submit" className="justify-self-start max-sm:w-full">
          Submit Request
        </Button>
      </form>
    </section>
  );
}
