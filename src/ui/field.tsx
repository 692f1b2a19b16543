import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

interface FieldProps {
  id: string;
  label: string;
  /** The errors to show. */
  errors?: string[] | undefined;
  hint?: ReactNode;
  isOptional?: boolean;
}

/** The class of every input, select and textarea. */
export const controlClass =
  'w-full rounded-sm border border-hairline-strong bg-raised px-4 text-base text-ink placeholder:text-muted transition-colors hover:border-gold-soft focus-visible:border-gold focus-visible:outline-offset-0 aria-invalid:border-danger';

/**
 * Separates the props of the frame from those of the control, and links the two for screen readers.
 */
function splitProps<Props extends FieldProps>({
  label,
  errors,
  hint,
  isOptional = false,
  ...own
}: Props) {
  const { id } = own;
  const isInvalid = Boolean(errors?.length);
  const describedBy = [hint && `${id}-hint`, isInvalid && `${id}-error`].filter(Boolean).join(' ');
  const control = {
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy || undefined,
    ...own,
  };
  return { frame: { id, label, errors, hint, isOptional }, control };
}

/** A label, a control, its hint and its errors. */
export const FieldFrame = ({
  id,
  controlId = id,
  label,
  errors,
  hint,
  isOptional,
  children,
}: FieldProps & {
  children: ReactNode;
  /** The id of the labelled control, if it is not the one that is submitted. */
  controlId?: string;
}) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
    <label
      htmlFor={controlId}
      id={`${id}-label`}
      className="flex items-baseline justify-between text-sm font-semibold"
    >
      {label}
      {isOptional && <span className="font-normal text-muted">optional</span>}
    </label>
    {children}
    <FieldNotes id={id} hint={hint} errors={errors} />
  </div>
);

/** The hint and the errors below a control. */
const FieldNotes = ({ id, hint, errors }: Pick<FieldProps, 'id' | 'hint' | 'errors'>) => (
  <>
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
  </>
);

/** A text input with its label and errors. */
export function TextField(props: ComponentProps<'input'> & FieldProps) {
  const { frame, control } = splitProps(props);
  return (
    <FieldFrame {...frame}>
      <input
        dir="auto"
        {...control}
        className={classNames(controlClass, 'h-12', props.className)}
      />
    </FieldFrame>
  );
}

/** A select with its label and errors. `placeholder` is shown while nothing is selected. */
export function SelectField({
  placeholder,
  children,
  ...props
}: ComponentProps<'select'> & FieldProps & { placeholder?: string }) {
  const { frame, control } = splitProps(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select
          {...control}
          className={classNames(
            controlClass,
            'h-12 appearance-none truncate pr-11 disabled:cursor-not-allowed disabled:text-muted disabled:opacity-100 disabled:hover:border-hairline-strong',
            props.className,
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-4 size-4.5 -translate-y-1/2 text-gold" />
      </div>
    </FieldFrame>
  );
}

/** A textarea that grows with its text, with its label and errors. */
export function TextAreaField(props: ComponentProps<'textarea'> & FieldProps) {
  const { frame, control } = splitProps(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        dir="auto"
        rows={6}
        {...control}
        className={classNames(
          controlClass,
          'field-sizing-content min-h-40 py-3 leading-relaxed',
          props.className,
        )}
      />
    </FieldFrame>
  );
}

/** A checkbox with its label, hint and errors. */
export function CheckboxField(props: Omit<ComponentProps<'input'>, 'type'> & FieldProps) {
  const { frame, control } = splitProps(props);
  const { id, label, hint, errors } = frame;
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <input {...control} type="checkbox" className="size-5 shrink-0 accent-gold-fill-to" />
        {label}
      </label>
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  );
}

interface RadioChoice {
  value: string;
  label: string;
  /** At the end of the label's line, such as a price. */
  aside?: ReactNode;
  hint?: ReactNode;
}

interface RadioFieldProps extends Pick<FieldProps, 'label' | 'errors' | 'hint' | 'id'> {
  name: string;
  required?: boolean | undefined;
  defaultValue: string | undefined;
  choices: readonly RadioChoice[];
  ref?: Ref<HTMLFieldSetElement>;
}

/** A group of radio buttons, each with an explanation. */
export function RadioField({
  id,
  name,
  required,
  label,
  choices,
  defaultValue,
  ref,
  ...notes
}: RadioFieldProps) {
  const isInvalid = Boolean(notes.errors?.length);
  return (
    <fieldset
      ref={ref}
      aria-describedby={isInvalid ? `${id}-error` : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {choices.map((choice, index) => (
        <label
          key={choice.value}
          className="flex cursor-pointer gap-3 rounded-sm border border-hairline-strong bg-raised px-4 py-3 transition-colors hover:border-gold-soft has-checked:border-gold has-checked:bg-gold-wash"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            required={required}
            defaultChecked={choice.value === defaultValue}
            aria-invalid={isInvalid || undefined}
            aria-labelledby={`${id}-${index}-label`}
            aria-describedby={choice.hint ? `${id}-${index}-hint` : undefined}
            className="mt-0.5 size-5 shrink-0 accent-gold-fill-to"
          />
          <span className="min-w-0 flex-1">
            <span
              id={`${id}-${index}-label`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold"
            >
              <span>{choice.label}</span>
              {choice.aside}
            </span>
            {choice.hint && (
              <span id={`${id}-${index}-hint`} className="block text-sm text-muted">
                {choice.hint}
              </span>
            )}
          </span>
        </label>
      ))}
      <FieldNotes id={id} {...notes} />
    </fieldset>
  );
}
