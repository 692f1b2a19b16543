import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, use } from 'react';
import { Select, TextArea, TextInput, writeValue } from '#features/forms/ui/index.ts';
import { isOptional, lengthOf, metaOf, typedSchema } from '#features/settings/rules/fields.ts';
import { CheckboxField } from '#ui/field.tsx';
import { type FieldProps, SamplesContext, sampleNote } from './section-context.ts';

/** Keeps the text of a field on one line. */
export function keepOnOneLine(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

type LineProps = FieldProps & Partial<Omit<ComponentProps<typeof TextInput>, 'field'>>;

/** A text or number field, configured by its schema. */
export function TextOrNumberField({ field, schema, ...props }: LineProps) {
  const { label = field.name, help, placeholder, keyboard, isLong } = metaOf(schema);
  const isNumber = typedSchema(schema)._zod.def.type === 'number';
  const isSample = use(SamplesContext).has(field.defaultValue ?? '');
  const { hint = help, ...own } = props;
  const shared = {
    field,
    label,
    placeholder,
    isOptional: !isNumber && isOptional(schema),
    hint: isSample ? (
      <>
        {hint} <span className="font-medium text-gold">{sampleNote}</span>
      </>
    ) : (
      hint
    ),
  };
  if (isLong) return <TextArea {...shared} rows={3} className="min-h-24!" />;
  // A long text wraps, because a phone would cut it off.
  if ((lengthOf(schema).maximum ?? 0) > 60 && !own.list)
    return (
      <TextArea
        {...shared}
        rows={1}
        inputMode={keyboard}
        className="min-h-12! py-2.5!"
        onKeyDown={keepOnOneLine}
      />
    );
  return (
    <TextInput
      {...shared}
      inputMode={isNumber ? 'numeric' : keyboard}
      autoComplete={keyboard === 'email' || keyboard === 'tel' ? keyboard : 'off'}
      {...(isNumber && { className: 'max-w-40' })}
      {...own}
    />
  );
}

/** The options of a choice, including a saved value that is no longer offered. */
export function ChoiceOptions({ field, schema }: FieldProps) {
  const { choices = {} } = metaOf(schema);
  const { def } = typedSchema(schema)._zod;
  const known = def.type === 'enum' ? Object.keys(def.entries) : Object.keys(choices);
  const own = field.initialValue as string | undefined;
  const values = own === undefined || known.includes(own) ? known : [...known, own];
  return values.map((value) => (
    <option key={value} value={value}>
      {choices[value] ?? value}
    </option>
  ));
}

/** A choice from a few options. */
export function ChoiceField({ field, schema, ...props }: FieldProps & { hint?: ReactNode }) {
  const { label = field.name, help } = metaOf(schema);
  const { hint = help } = props;
  return (
    <Select field={field} label={label} hint={hint} placeholder="Choose">
      <ChoiceOptions field={field} schema={schema} />
    </Select>
  );
}

/** A yes/no field. */
export function YesNoField({ field, schema }: FieldProps) {
  const { label = field.name, help } = metaOf(schema);
  const { key, ...props } = getInputProps(field, { type: 'checkbox', ariaAttributes: false });
  return <CheckboxField key={key} {...props} label={label} hint={help} errors={field.errors} />;
}

/** A value that other controls set, with `writeHidden`. */
export function HiddenField({ field }: { field: FieldMetadata<unknown> }) {
  const { key, ...props } = getInputProps(field, { type: 'text', ariaAttributes: false });
  return <input key={key} {...props} hidden readOnly />;
}

/** Sets the value of a hidden field. */
export function writeHidden({ id }: { id: string }, value: string): void {
  const input = document.getElementById(id);
  if (input instanceof HTMLInputElement) writeValue(input, value);
}
