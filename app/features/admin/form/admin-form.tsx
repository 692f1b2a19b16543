import { type FormMetadata, getFormProps } from '@conform-to/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { FormErrors } from '../../forms/form-errors.tsx';

interface AdminFormProps {
  /** What it does: "Add event". Stands above it, and on phones opens it. */
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: forms of every shape look the same
  form: FormMetadata<any, string[]>;
  formRef: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  /** What the button says, and what it says while it works: "Saving..." or "Uploading...". */
  action: string;
  busyAction: string;
  /** Beside the button: a way out of editing, for example. */
  secondary?: ReactNode;
  /** Whether it is open on phones from the start. */
  isOpen?: boolean;
  children: ReactNode;
}

/** The one look of all forms of the admin: a card beside its list, folded up on phones. */
export function AdminForm({
  title,
  form,
  formRef,
  isSending,
  action,
  busyAction,
  secondary,
  isOpen: isOpenAtFirst = false,
  children,
}: AdminFormProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const bodyId = useId();
  useFocusAfterSending(formRef, isSending);
  return (
    <section aria-label={title} className="rounded-sm border border-hairline bg-surface">
      <h2 className="text-heading max-lg:sr-only lg:px-7 lg:pt-7">{title}</h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-14 w-full items-center justify-between gap-4 px-5 font-semibold text-gold lg:hidden"
      >
        {title}
        <ChevronDown
          aria-hidden
          className={classNames('size-5 transition-transform', isOpen && 'rotate-180')}
          strokeWidth={1.75}
        />
      </button>
      <form
        {...getFormProps(form)}
        ref={formRef}
        id={form.id}
        className={classNames(!isOpen && 'max-lg:hidden')}
      >
        <div id={bodyId} className="grid gap-5 px-5 pt-2 pb-6 lg:px-7 lg:pt-5 lg:pb-7">
          <FormErrors id={form.errorId} errors={form.errors} />
          {children}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={isSending} className="max-sm:w-full">
              {isSending ? busyAction : action}
            </Button>
            {secondary}
          </div>
        </div>
      </form>
    </section>
  );
}

/** A button that rests while it sends loses the focus; it gets it back, so that the keyboard goes on here. */
function useFocusAfterSending(formRef: RefObject<HTMLFormElement | null>, isSending: boolean) {
  const wasSending = useRef(false);
  useEffect(() => {
    const hasSent = wasSending.current && !isSending;
    wasSending.current = isSending;
    if (hasSent && document.activeElement === document.body) {
      formRef.current
        ?.querySelector<HTMLElement>('button[type=submit]')
        ?.focus({ preventScroll: true });
    }
  }, [formRef, isSending]);
}
