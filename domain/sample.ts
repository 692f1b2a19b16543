/** What was marked, by what it says. */
const samples = new Set<string>();

/** Marks a fact in `content/` as a sample, to be replaced by the operator. Returns it as it is. */
export function sample<const Value extends string>(value: Value): Value {
  samples.add(value);
  return value;
}

/** Whether a fact is still the sample that a new site comes with. Only who imports `content/` can tell. */
export const isSample = (value: unknown): boolean =>
  typeof value === 'string' && samples.has(value);

/** Returns where samples stand in a value, as dotted paths: `socialLinks.0.href`. */
export function listSamples(value: unknown, path = ''): string[] {
  if (isSample(value)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    listSamples(part, path === '' ? key : `${path}.${key}`),
  );
}
