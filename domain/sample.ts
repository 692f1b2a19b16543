/** What was marked: texts by what they say, objects by what they are. */
const samples = new Set<unknown>();

/** Marks a fact in `content/` as a sample, to be replaced by the operator. Returns it as it is. */
export function sample<const Value>(value: Value): Value {
  samples.add(value);
  return value;
}

/** Whether a fact is still the sample that a new site comes with. */
export const isSample = (value: unknown): boolean => samples.has(value);
