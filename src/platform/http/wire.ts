/** A name in snake_case: `paidCents` becomes `paid_cents`. */
type WireName<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${WireName<Rest>}`
    : `_${Lowercase<First>}${WireName<Rest>}`
  : Name;

/** A value as the API sends it: the code's camelCase names are snake_case there. */
export type Wire<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Value extends object
      ? { [Name in keyof Value as WireName<Name>]: Wire<Value[Name]> }
      : Value;

/** Renames all properties of plain objects and lists for the API. */
export function toWire<Value>(value: Value): Wire<Value>;
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      toWire(part),
    ]),
  );
}
