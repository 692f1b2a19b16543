import { getFormProps } from '@conform-to/react';
import { useEffect } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { FormErrors } from '../forms/form-fields.tsx';
import type { SentFormProps } from '../forms/use-schema-form.ts';
import type { useAdminForm } from './admin-form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { FormButtons } from './form-buttons.tsx';

type TaskFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> &
  Pick<ReturnType<typeof useAdminForm>, 'conflict' | 'isUnsaved' | 'isRestored' | 'discard'> & {
    /** Its name for screen readers; absent where the dialog around it has one. */
    label?: string;
    variant?: 'primary' | 'danger';
    /** What the button says that leaves the form. */
    leaving?: string;
  };

/** A form for one task that opens in place or in a dialog, with the focus on its first field. */
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
  leaving = 'Cancel',
  children,
}: TaskFormProps<Fields>) {
  useEffect(() => {
    // The conflict panel may have the focus already.
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
      {children}
      <FormButtons
        {...{ isSending, action, busyAction, variant, isUnsaved, discard }}
        isSendable={conflict === undefined}
        leaving={leaving}
      />
    </form>
  );
}
