import { configureCoercion } from '@conform-to/zod/v4/future';
import { typedSchema } from '#domain/settings/fields.ts';

/**
 * Returns the schema of a section for what its form sends. Conform reads an empty text and an
 * unticked box as nothing. Here the first is a text that its field's rules judge, and the second
 * says no; only a number that may be left out is nothing when it is empty.
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
