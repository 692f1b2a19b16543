import { useState } from 'react';
import { metaOf } from '#features/settings/rules/fields.ts';
import { formatRand, parseAmount } from '#rules/money.ts';
import { TextField } from '#ui/field.tsx';
import { HiddenField, keepOnOneLine, writeHidden } from './basic-fields.tsx';
import type { FieldProps } from './section-context.ts';

/** Before a text that is no amount: the schema reads no number in it, and a draft keeps it. */
const unclearMark = '? ';

interface AmountFieldProps extends FieldProps {
  /** Returns what a typed amount means, below the field. */
  say?: (rand: string) => string;
}

/** The rand that a unit of another currency costs. */
export const RateField = ({ field, schema }: FieldProps) => (
  <AmountField field={field} schema={schema} say={(rand) => `One costs ${rand}.`} />
);

/** An amount in rand. The form holds it in cents. */
export function AmountField({
  field,
  schema,
  say = (rand) => `Clients pay ${rand}.`,
}: AmountFieldProps) {
  const { label = field.name, help } = metaOf(schema);
  const initialText = toText(String(field.initialValue ?? ''));
  const [text, setText] = useState(initialText);
  const cents = parseAmount(text);
  const isWorthSaying = cents !== undefined && cents > 0 && text !== initialText;
  return (
    <div>
      <HiddenField field={field} />
      <TextField
        id={`${field.id}-rand`}
        label={label}
        hint={isWorthSaying ? say(formatRand(cents)) : help}
        errors={field.errors}
        inputMode="decimal"
        autoComplete="off"
        placeholder="R1500"
        className="max-w-40"
        defaultValue={initialText}
        onKeyDown={keepOnOneLine}
        onChange={({ target: { value } }) => {
          setText(value);
          writeHidden(field, value.trim() && String(parseAmount(value) ?? unclearMark + value));
        }}
      />
    </div>
  );
}

/** Writes what the form holds as it is typed. */
function toText(held: string): string {
  if (held.startsWith(unclearMark)) return held.slice(unclearMark.length);
  return held && formatRand(Number(held));
}
