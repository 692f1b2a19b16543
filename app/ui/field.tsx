import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface FieldProps {
  id: string;
  label: string;
  /** The messages to show; none when the field is in order. */
  errors?: string[] | undefined;
  hint?: ReactNode;
  isOptional?: boolean;
}

const control =
  'w-full rounded-sm border border-hairline-strong bg-raised px-4 text-base text-ink placeholder:text-muted transition-colors hover:border-gold-soft focus-visible:border-gold focus-visible:outline-offset-0 aria-invalid:border-danger';

/** What ties a control to its hint and its error, for screen readers. */
function describe({ id, errors, hint }: Pick<FieldProps, 'id' | 'errors' | 'hint'>) {
  const isInvalid = Boolean(errors?.length);
  const describedBy = [hint && `${id}-hint`, isInvalid && `${id}-error`].filter(Boolean).join(' ');
  return {
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy || undefined,
  };
}

function FieldFrame({
  id,
  label,
  errors,
  hint,
  isOptional,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="flex items-baseline justify-between text-sm font-semibold">
        {label}
        {isOptional && <span className="font-normal text-muted">optional</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {errors?.length ? (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {errors.join(' ')}
        </p>
      ) : null}
    </div>
  );
}

/** A labelled line of text with its error. */
export function TextField({
  label,
  errors,
  hint,
  isOptional,
  className,
  ...props
}: ComponentProps<'input'> & FieldProps) {
  const frame = { id: props.id, label, errors, hint, ...(isOptional && { isOptional }) };
  return (
    <FieldFrame {...frame}>
      <input className={classNames(control, 'h-12', className)} {...describe(frame)} {...props} />
    </FieldFrame>
  );
}

/** A labelled text of several lines, which grows with what is written, and its error. */
export function TextAreaField({
  label,
  errors,
  hint,
  isOptional,
  className,
  ...props
}: ComponentProps<'textarea'> & FieldProps) {
  const frame = { id: props.id, label, errors, hint, ...(isOptional && { isOptional }) };
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={6}
        className={classNames(
          control,
          'field-sizing-content min-h-40 py-3 leading-relaxed',
          className,
        )}
        {...describe(frame)}
        {...props}
      />
    </FieldFrame>
  );
}
