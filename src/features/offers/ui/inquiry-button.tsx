import type { ComponentProps } from 'react';
import { useIslandData } from '#features/shell/ui/index.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CommandDialog } from '#ui/dialog.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import { textLink } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import inquiries from './document/inquiries.ts?script';
import type { InquiredCourse } from './inquiry-form.tsx';
import type { InquiryIslandProps } from './inquiry-island.tsx';
import { InquiredTitle, plainFormPath } from './plain-inquiry.tsx';

interface InquiryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'children'> {
  inquiry: 'course' | 'blueprint';
  /** The course from the admin that it is about. */
  course?: InquiredCourse;
  notice: FormNoticeFacts;
  takesCodes: boolean;
}

/**
 * Opens the purchase inquiry. The browser opens the dialog without JavaScript; its form loads when
 * the pointer or the focus reaches the button (document/inquiries.ts). Without JavaScript, or without
 * its files, a link leads to a form on the page.
 */
export function InquiryButton({
  inquiry,
  course,
  notice,
  takesCodes,
  ...button
}: InquiryButtonProps) {
  const id = `inquire-${course?.id ?? inquiry}`;
  const island = useIslandData<InquiryIslandProps>({ inquiry, course, notice, takesCodes });
  const plainForm = plainFormPath(inquiry, course?.id);
  return (
    <>
      <div className="grid plain:hidden">
        <Button command="show-modal" commandfor={id} aria-haspopup="dialog" {...button} />
      </div>
      <div className="hidden plain:grid">
        <ButtonLink to={plainForm} {...button} />
      </div>
      <div data-pay-offer={id} />
      <CommandDialog id={id} title={leadSources[inquiry]}>
        {course && <InquiredTitle title={course.title} />}
        <div data-inquiry={JSON.stringify(island)} className="group">
          <FormPlaceholder plainForm={plainForm} />
        </div>
      </CommandDialog>
      <DocumentScript src={inquiries} />
    </>
  );
}

/** Shown in the dialog until its form has loaded. */
const FormPlaceholder = ({ plainForm }: { plainForm: string }) => (
  <div className="mt-5 grid gap-5">
    <p role="status" className="text-muted">
      <span className="group-data-failed:hidden plain:hidden">
        The form is loading. You can also{' '}
      </span>
      <span className="hidden group-data-failed:inline plain:inline">
        The form didn’t load.{' '}
        <a href={plainForm} className={textLink}>
          Open it as a page
        </a>
        , or{' '}
      </span>
      <a href="/contact" className={textLink}>
        write to us
      </a>
      <span>.</span>
    </p>
    {['name', 'email', 'phone'].map((field) => (
      <Skeleton key={field} className="h-12 group-data-failed:hidden plain:hidden" />
    ))}
  </div>
);
