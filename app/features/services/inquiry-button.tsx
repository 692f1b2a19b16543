import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { CommandDialog, focusFirstField } from '#app/ui/dialog.tsx';
import { textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { leadSources } from '#domain/lead-sources.ts';
import type { FormNoticeFacts } from '#domain/legal/form-notice.ts';

type InquiryForm = typeof import('./inquiry-form.tsx').InquiryForm;

interface InquiryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'children'> {
  inquiry: 'course' | 'blueprint';
  notice: FormNoticeFacts;
}

/** Opens the purchase inquiry. Without JavaScript a link leads to a form on the page. */
export function InquiryButton({ inquiry, notice, ...button }: InquiryButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The form is made on the first opening, and kept: closing must not lose a request on its way.
  const [Form, setForm] = useState<InquiryForm>();
  const [hasFailed, setHasFailed] = useState(false);
  const id = `inquire-${inquiry}`;

  const load = useCallback(() => {
    import('./inquiry-form.tsx').then(
      ({ InquiryForm }) => setForm(() => InquiryForm),
      // The next touch tries again.
      () => setHasFailed(true),
    );
  }, []);

  // It may have been opened before the page came alive.
  useEffect(() => {
    if (dialog.current?.open) load();
  }, [load]);

  useEffect(() => {
    if (Form && dialog.current?.open) focusFirstField(dialog.current);
  }, [Form]);

  return (
    <>
      <Button
        command="show-modal"
        commandfor={id}
        aria-haspopup="dialog"
        onPointerEnter={load}
        onFocus={load}
        onClick={load}
        {...button}
      />
      <div className="hidden noscript:grid">
        <ButtonLink
          to={{ pathname: '/services', search: `?inquiry=${inquiry}`, hash: '#inquiry' }}
          {...button}
        />
      </div>
      <CommandDialog ref={dialog} id={id} title={leadSources[inquiry]}>
        {Form ? (
          <Form inquiry={inquiry} notice={notice} onSuccess={() => dialog.current?.close()} />
        ) : (
          <FormToCome hasFailed={hasFailed} />
        )}
      </CommandDialog>
    </>
  );
}

/** What stands in the dialog until its form has come. */
const FormToCome = ({ hasFailed }: { hasFailed: boolean }) => (
  <div className="mt-5 grid gap-5">
    <p role="status" className="text-muted">
      <span>
        {hasFailed ? 'The form could not be loaded. Please ' : 'The form is loading. You can also '}
      </span>
      <a href="/contact" className={textLink}>
        write to us
      </a>
      <span>{hasFailed ? ', or try again.' : '.'}</span>
    </p>
    {!hasFailed &&
      ['name', 'email', 'phone'].map((field) => <Skeleton key={field} className="h-12" />)}
  </div>
);
