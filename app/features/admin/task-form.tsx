import { getFormProps } from '@conform-to/react';
import { type ReactNode, useEffect } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { FormErrors } from '../forms/form-fields.tsx';
import type { SentFormProps } from '../forms/use-schema-form.ts';
import type { useAdminForm } from './admin-form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { FormButtons } from './form-buttons.tsx';

type TaskFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> &
  Pick<ReturnType<typeof useAdminForm>, 'conflict' | 'isUnsaved' | 'isRestored' | 'discard'> & {
    /** What it is called by screen readers; absent where a dialog around it says so. */
    label?: string;
    variant?: 'primary' | 'danger';
    /** Above the fields: what somebody else has done meanwhile. */
    notice?: ReactNode;
  };

/** A form that opens in place, or in a dialog, for one thing to be done, and begins at its first field. */
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
      className={classNames(
        'grid gap-5',
        label ? 'scroll-my-20 rounded-sm border border-hairline bg-surface p-4 sm:p-5' : 'mt-4',
      )}
    >
      {isRestored && !conflict && (
        <p className="text-sm text-muted">Your unsaved changes are still here.</p>
      )}
      <FormErrors id={form.errorId} errors={form.errors} />
      {conflict && <ConflictPanel {...conflict} />}
      {notice}
      {children}
      <FormButtons
        {...{ isSending, action, busyAction, variant, isUnsaved, discard }}
        isSendable={conflict === undefined}
        leaving="Go back"
      />
    </form>
  );
}
