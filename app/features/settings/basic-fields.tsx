import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { type ComponentProps, type KeyboardEvent, use } from 'react';
import { CheckboxField } from '#app/ui/field.tsx';
import { isOptional, lengthOf, metaOf, typedSchema } from '#domain/settings/fields.ts';
import { Select, TextArea, TextInput } from '../forms/form-fields.tsx';
import { type FieldProps, SamplesContext, sampleNote } from './section-context.ts';

/** Of a text of one line, Enter makes no second one. */
export function keepOnOneLine(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

type LineProps = FieldProps & Partial<Omit<ComponentProps<typeof TextInput>, 'field'>>;

/** A text or a number, as its schema describes it. */
export function TextOrNumberField({ field, schema, hint, ...props }: LineProps) {
  const { label = field.name, help, placeholder, keyboard, isLong } = metaOf(schema);
  const isNumber = typedSchema(schema)._zod.def.type === 'number';
  const isSample = use(SamplesContext).has(field.defaultValue ?? '');
  const shared = {
    ...{ field, label, placeholder, isOptional: !isNumber && isOptional(schema) },
    hint: (
      <>
        {hint ?? help} {isSample && <span className="font-medium text-gold">{sampleNote}</span>}
      </>
    ),
    ...(!hint && !help && !isSample && { hint: undefined }),
  };
  if (isLong) return <TextArea {...shared} rows={3} className="min-h-24!" />;
  // Grows with its text, which a phone would cut off in a line.
  if ((lengthOf(schema).maximum ?? 0) > 60 && !props.list)
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
      autoComplete={keyboard === 'url' ? 'off' : (keyboard ?? 'off')}
      {...(isNumber && { className: 'max-w-40' })}
      {...props}
    />
  );
}

/** A choice of one among a few. A value from elsewhere stays among them. */
export function ChoiceField({ field, schema }: FieldProps) {
  const { label = field.name, help, choices = {} } = metaOf(schema);
  const { def } = typedSchema(schema)._zod;
  const known = def.type === 'enum' ? Object.keys(def.entries) : Object.keys(choices);
  const own = field.initialValue as string | undefined;
  const values = own === undefined || known.includes(own) ? known : [...known, own];
  return (
    <Select field={field} label={label} hint={help} placeholder="Choose">
      {values.map((value) => (
        <option key={value} value={value}>
          {choices[value] ?? value}
        </option>
      ))}
    </Select>
  );
}

/** A yes or no. */
export function YesNoField({ field, schema }: FieldProps) {
  const { label = field.name, help } = metaOf(schema);
  const { key, ...props } = getInputProps(field, { type: 'checkbox', ariaAttributes: false });
  return <CheckboxField key={key} {...props} label={label} hint={help} errors={field.errors} />;
}

/** A value that the page sets itself. */
export function HiddenField({ field }: { field: FieldMetadata<unknown> }) {
  const { key, ...props } = getInputProps(field, { type: 'text', ariaAttributes: false });
  return <input key={key} {...props} hidden readOnly />;
}
