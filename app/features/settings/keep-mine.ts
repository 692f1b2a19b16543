import { toTypedText } from './typed-text.ts';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEqual = (one: unknown, other: unknown) => toTypedText(one) === toTypedText(other);

/**
 * Returns theirs with what was changed here in its place. `base` is what both began from. A list is
 * taken as a whole: by whoever has changed it, by us where both have.
 */
export function keepMine<Value>(base: unknown, mine: Value, theirs: Value): Value {
  if (isEqual(mine, base)) return theirs;
  if (isEqual(theirs, base) || !isPlain(mine) || !isPlain(theirs)) return mine;
  // Which parts it has, its kind decides.
  if (mine.kind !== theirs.kind) return mine;
  const before = isPlain(base) ? base : {};
  const merged = Object.keys(mine).map(
    (key) => [key, keepMine(before[key], mine[key], theirs[key])] as const,
  );
  return { ...mine, ...Object.fromEntries(merged) };
}
