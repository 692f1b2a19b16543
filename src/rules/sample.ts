/** The marked texts. */
const samples = new Set<string>();

/** Marks a value in `content/` as a sample for the mentor to replace, and returns it. */
export function sample<const Value extends string>(value: Value): Value {
  samples.add(value);
  return value;
}

/** Returns whether a value is a sample. Works only if `content/` is imported. */
export const isSample = (value: unknown): boolean =>
  typeof value === 'string' && samples.has(value);

/** Returns the dotted paths of the samples in a value: `socialLinks.0.href`. */
export function listSamples(value: unknown, path = ''): string[] {
  if (isSample(value)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    listSamples(part, path === '' ? key : `${path}.${key}`),
  );
}
