import { useFormMetadata } from '@conform-to/react';
import { Select } from '#features/forms/ui/index.ts';
import { discountBadge, isTrueBadge, readCents } from '#features/settings/rules/amounts.ts';
import { metaOf } from '#features/settings/rules/fields.ts';
import { formatBriefRand, mayShow } from '#rules/money.ts';
import { ChoiceField, TextOrNumberField } from './basic-fields.tsx';
import { type FieldProps, readPath } from './section-context.ts';

/** Returns the typed values of the list item that a field belongs to. */
function useItem(name: string): Record<string, unknown> {
  const { value } = useFormMetadata();
  return Object(readPath(value, name.replace(/\.[^.]+$/, '')));
}

/** Own words for a price, with what visitors read. */
export function PriceWordsField(props: FieldProps) {
  const { name } = props.field;
  const item = useItem(name);
  const cents = readCents(item[metaOf(props.schema).amountField ?? '']);
  const words = String(item[name.replace(/^.*\./, '')] ?? '').trim();
  return <TextOrNumberField {...props} hint={describeWords(words, cents)} />;
}

function describeWords(words: string, cents: number | null): string {
  if (cents === null) return 'For a price without an amount, such as On request.';
  const price = formatBriefRand(cents);
  if (!words) return `Leave empty to show ${price}.`;
  return mayShow(words, cents)
    ? 'Visitors read these words.'
    : `These words name another amount, so visitors read ${price}.`;
}

/** Own words for the sale badge of a plan, with the calculated discount. */
export function DiscountField(props: FieldProps) {
  const { originalPrice, priceCents, salePrice, saleCents, discountLabel } = useItem(
    props.field.name,
  );
  const prices = {
    originalPrice: String(originalPrice ?? ''),
    priceCents: readCents(priceCents),
    salePrice: String(salePrice ?? ''),
    saleCents: readCents(saleCents),
  };
  const badge = discountBadge(prices);
  const words = String(discountLabel ?? '').trim();
  const isTrue = isTrueBadge(words, prices);
  const shown = badge ? `visitors read ${badge}` : 'no badge is shown';
  const empty = badge ? `Leave empty to show ${badge}.` : undefined;
  return (
    <TextOrNumberField
      {...props}
      hint={isTrue ? empty : `These words name another discount, so ${shown}.`}
    />
  );
}

/** When a session is paid for. */
export function SessionPaymentField(props: FieldProps) {
  const { payment, priceCents } = useItem(props.field.name);
  const isContradiction = payment === 'free' && readCents(priceCents) !== null;
  return (
    <ChoiceField
      {...props}
      {...(isContradiction && {
        hint: 'This session has a price, so it is saved as Pay later. To make it free, empty the price.',
      })}
    />
  );
}

/** One of the saved session types. */
export function SessionTypeField({ field, schema }: FieldProps) {
  const { label = field.name, help } = metaOf(schema);
  const { initialValue } = useFormMetadata();
  const { id: own } = useItem(field.name);
  const types: { id?: string; title?: string }[] =
    Object(initialValue)[field.name.split('[')[0] ?? ''] ?? [];
  return (
    <Select field={field} label={label} hint={help}>
      <option value="">The same type</option>
      {types.map(
        ({ id, title }) =>
          id &&
          id !== own && (
            <option key={id} value={id}>
              {title}
            </option>
          ),
      )}
    </Select>
  );
}
