import {
  type FieldMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from '@conform-to/react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { isFocusLost } from '#app/ui/focus.ts';

type Bound<Props> = Omit<Props, 'id' | 'name' | 'errors' | 'type'> & {
  field: FieldMetadata<unknown>;
};

type TextInputProps = Bound<ComponentProps<typeof TextField>> & {
  type?: 'text' | 'email' | 'tel' | 'search' | 'password' | 'date' | 'time';
};

// The design system wires the ARIA attributes itself.
const ariaAttributes = false;

/** What may be left out is not said to be required, though a schema that makes null of it says so. */
const toRequired = ({ isOptional }: { isOptional?: boolean }) =>
  isOptional ? { required: false } : {};

/** A line of text in a form. */
export const TextInput = ({ field, type = 'text', ...props }: TextInputProps) => (
  <TextField
    {...getInputProps(field, { type, ariaAttributes })}
    {...toRequired(props)}
    {...props}
    errors={field.errors}
  />
);

/** A text of several lines in a form. */
export const TextArea = ({ field, ...props }: Bound<ComponentProps<typeof TextAreaField>>) => (
  <TextAreaField
    {...getTextareaProps(field, { ariaAttributes })}
    {...toRequired(props)}
    {...props}
    errors={field.errors}
  />
);

/** A choice of one among a few in a form. */
export const Select = ({ field, ...props }: Bound<ComponentProps<typeof SelectField>>) => (
  <SelectField {...getSelectProps(field, { ariaAttributes })} {...props} errors={field.errors} />
);

/** Who writes: in the forms of visitors side by side. */
export const NameAndEmail = ({ name, email }: Record<'name' | 'email', FieldMetadata<unknown>>) => (
  <>
    <TextInput field={name} label="Full Name" autoComplete="name" />
    <TextInput field={email} type="email" label="Email Address" autoComplete="email" />
  </>
);

/**
 * What is wrong with a form as a whole. It comes into view, as the button may be a screen below, and
 * takes the focus from that button. Where a field is wrong as well, Conform moves the focus there.
 */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  // Each answer brings a list of its own, also when it says the same again.
  useEffect(() => {
    if (!errors?.length) return;
    alert.current?.scrollIntoView({ block: 'nearest' });
    if (isFocusLost() || document.activeElement?.matches('[type="submit"]'))
      alert.current?.focus({ preventScroll: true });
  }, [errors]);
  if (!errors?.length) return null;
  return (
    <p
      ref={alert}
      id={id}
      tabIndex={-1}
      role="alert"
      className="rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
    >
      {errors.join(' ')}
    </p>
  );
}
