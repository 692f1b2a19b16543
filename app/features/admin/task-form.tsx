import { getFormProps } from '@conform-to/react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#app/ui/button.tsx';
import { FormErrors } from '../forms/form-fields.tsx';
import type { SentFormProps } from '../forms/use-schema-form.ts';

type TaskFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> & {
  /** What it is called by screen readers. */
  label: string;
  variant?: 'primary' | 'danger';
  /** Above the fields: what somebody else has changed meanwhile. */
  notice?: ReactNode;
  /** Further ways to go on, beside the button. */
  secondary?: ReactNode;
  onLeave: () => void;
};

/** A form that opens in place for one thing to be done, and begins at its first field. What was typed is kept when it is left. */
export function TaskForm<Fields extends Record<string, unknown>>({
  label,
  form,
  formRef,
  isSending,
  action,
  busyAction,
  variant = 'primary',
  notice,
  secondary,
  onLeave,
  children,
}: TaskFormProps<Fields>) {
  useEffect(() => {
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
      <FormErrors id={form.errorId} errors={form.errors} />
      {notice}
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant={variant}
          aria-disabled={isSending}
          className="aria-disabled:opacity-60 aria-disabled:hover:brightness-100 max-sm:w-full"
        >
          {isSending ? busyAction : action}
        </Button>
        {secondary}
        <Button variant="secondary" onClick={onLeave} className="max-sm:w-full">
          Go back
        </Button>
      </div>
    </form>
  );
}
