/** A value as a form holds it, written so that two that look the same to their reader are equal. */
export const toTypedText = (value: unknown): string => JSON.stringify(toTyped(value) ?? null);

/** Texts in lists and objects: what is empty is left out, and a list of one is its item. */
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
