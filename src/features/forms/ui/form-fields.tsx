import {
  type FieldMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from '@conform-to/react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { RadioField, SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { isFocusLost } from '#ui/focus.ts';

type Bound<Props> = Omit<Props, 'id' | 'name' | 'errors' | 'type'> & {
  field: FieldMetadata<unknown>;
};

type TextInputProps = Bound<ComponentProps<typeof TextField>> & {
  type?: 'text' | 'email' | 'tel' | 'search' | 'password' | 'date' | 'time';
};

// The design system sets the ARIA attributes itself.
const ariaAttributes = false;

/**
 * An optional field is not `required`, although Conform derives that from schemas with a transform.
 */
const toRequired = ({ isOptional }: { isOptional?: boolean }) =>
  isOptional ? { required: false } : {};

/** A text input of a form. */
export const TextInput = ({ field, type = 'text', ...props }: TextInputProps) => (
  <TextField
    {...getInputProps(field, { type, ariaAttributes })}
    {...toRequired(props)}
    {...props}
    errors={field.errors}
  />
);

/** A textarea of a form. */
export const TextArea = ({ field, ...props }: Bound<ComponentProps<typeof TextAreaField>>) => (
  <TextAreaField
    {...getTextareaProps(field, { ariaAttributes })}
    {...toRequired(props)}
    {...props}
    errors={field.errors}
  />
);

/** A select of a form. */
export const Select = ({ field, ...props }: Bound<ComponentProps<typeof SelectField>>) => (
  <SelectField {...getSelectProps(field, { ariaAttributes })} {...props} errors={field.errors} />
);

/** Radio buttons of a form. */
export const Radios = ({
  field,
  ...props
}: Omit<Bound<ComponentProps<typeof RadioField>>, 'defaultValue'>) => (
  <RadioField
    id={field.id}
    name={field.name}
    required={field.required}
    defaultValue={field.initialValue as string | undefined}
    {...props}
    errors={field.errors}
  />
);

/** The name and email fields of a visitor. */
export const NameAndEmail = ({ name, email }: Record<'name' | 'email', FieldMetadata<unknown>>) => (
  <>
    <TextInput field={name} label="Full Name" autoComplete="name" />
    <TextInput field={email} type="email" label="Email Address" autoComplete="email" />
  </>
);

/**
 * The errors of the form as a whole. They scroll into view and take the focus from the submit
 * button. If a field is invalid too, Conform focuses that field.
 */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  // Each response has a new list, even if the errors are the same.
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
