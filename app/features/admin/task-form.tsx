import { getFormProps } from '@conform-to/react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#app/ui/button.tsx';
import { FormErrors } from '../forms/form-fields.tsx';
import type { SentFormProps } from '../forms/use-schema-form.ts';
import type { useAdminForm } from './admin-form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';

type TaskFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> &
  Pick<ReturnType<typeof useAdminForm>, 'conflict' | 'isUnsaved' | 'isRestored' | 'discard'> & {
    /** What it is called by screen readers. */
    label: string;
    variant?: 'primary' | 'danger';
    /** Above the fields: what somebody else has done meanwhile. */
    notice?: ReactNode;
  };

/** A form that opens in place for one thing to be done, and begins at its first field. */
export function TaskForm<Fields extends Record<string, unknown>>({
  label,
  form,
  formRef,
  isSending,
  action,
  busyAction,
  variant = 'primary',
  conflict,
  isUnsaved,
  isRestored,
  discard,
  notice,
  children,
}: TaskFormProps<Fields>) {
  useEffect(() => {
    // What is to be compared has the focus already.
    if (formRef.current?.contains(document.activeElement)) return;
    const field = formRef.current?.querySelector<HTMLElement>(
      'input:not([type=hidden], [tabindex="-1"]), select:not(:disabled), textarea, button[aria-haspopup]',
    );
    field?.focus({ preventScroll: true });
    formRef.current?.scrollIntoView({ block: 'nearest' });
  }, [formRef]);
  return (
    <form
      {...getFormProps(form)}
      ref={formRef}
      aria-label={label}
      className="grid scroll-my-20 gap-5 rounded-sm border border-hairline bg-surface p-4 sm:p-5"
    >
      {isRestored && !conflict && (
        <p className="text-sm text-muted">
          You had not saved this when you left. It is still here.
        </p>
      )}
      <FormErrors id={form.errorId} errors={form.errors} />
      {conflict && <ConflictPanel {...conflict} />}
      {notice}
      {children}
      <div className="flex flex-wrap items-center gap-3">
        {!conflict && (
          <Button
            type="submit"
            variant={variant}
            aria-disabled={isSending}
            className="aria-disabled:opacity-60 aria-disabled:hover:brightness-100 max-sm:w-full"
          >
            {isSending ? busyAction : action}
          </Button>
        )}
        <Button variant="secondary" onClick={discard} className="max-sm:w-full">
          {isUnsaved ? 'Discard changes' : 'Go back'}
        </Button>
      </div>
    </form>
  );
}
