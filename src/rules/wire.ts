/*
 * One translation of names: the API and the database write `snake_case`, the code `camelCase`. Input
 * has one odd name: what the API calls `booking_date` is `startsAt` in the code.
 */

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

/** `paid_cents` becomes `paidCents`, and `booking_date` becomes `startsAt`. */
type CodeName<Name> = Name extends 'booking_date'
  ? 'startsAt'
  : Name extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<CodeName<Rest>>}`
    : Name;

/** A record of the API with the names of the code. Records inside it keep theirs. */
export type FromWire<Sent> = { [Name in keyof Sent as CodeName<Name>]: Sent[Name] };

/** Renames the properties of a record that the API received. */
export const fromWire = <Sent extends object>(sent: Sent) =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name === 'booking_date'
        ? 'startsAt'
        : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as FromWire<Sent>;
