import { configureCoercion } from '@conform-to/zod/v4/future';
import { typedSchema } from '#features/settings/rules/fields.ts';

/**
 * Returns the schema of a section for what its form sends. Conform turns an empty text and an
 * unchecked box into undefined. Here, an empty text stays a text, an unchecked box is false, and
 * only an optional number may be empty.
 */
export const { coerceFormValue: coerceSection } = configureCoercion({
  stripEmptyString: (text) => text,
  customize(type) {
    const { type: kind } = type._zod.def;
    if (kind === 'boolean') return (value) => value === 'on';
    if (kind !== 'optional' || typedSchema(type)._zod.def.type !== 'number') return null;
    return (value) => (typeof value === 'string' ? (value.trim() ? Number(value) : null) : value);
  },
});

/** Returns a text that is equal for two values if their forms look the same. */
export const toTypedText = (value: unknown): string => JSON.stringify(toTyped(value) ?? null);

/** Drops empty values, converts the others to texts, and unwraps lists of one item. */
function toTyped(value: unknown): unknown {
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  if (value === true) return 'on';
  if (Array.isArray(value)) {
    const items = value.map((item) => toTyped(item) ?? null);
    return items.length > 1 ? items : (items[0] ?? undefined);
  }
  if (!(value instanceof Object)) return String(value);
  const parts = Object.entries(value)
    .map(([key, part]) => [key, toTyped(part)] as const)
    .filter(([, part]) => part !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
