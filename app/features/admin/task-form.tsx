import { useEffect } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { type AdminFormParts, FormBody } from './admin-form.tsx';

type TaskFormProps<Fields extends Record<string, unknown>> = AdminFormParts<Fields> & {
  /** Its name for screen readers; absent where the dialog around it has one. */
  label?: string;
  variant?: 'primary' | 'danger';
  /** The label of the button that leaves the form. */
  leaving?: string;
};

/** A form for one task that opens in place or in a dialog, with the focus on its first field. */
export function TaskForm<Fields extends Record<string, unknown>>({
  label,
  leaving = 'Cancel',
  ...form
}: TaskFormProps<Fields>) {
  const { formRef } = form;
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
    <FormBody
      {...form}
      {...{ label, leaving }}
      className={classNames(
        'grid gap-5',
        label ? 'scroll-my-20 rounded-sm border border-hairline bg-surface p-4 sm:p-5' : 'mt-4',
      )}
    />
  );
}
