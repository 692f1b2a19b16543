import type { z } from '../zod.ts';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a stored value with what it lacks taken from the default. An item of a list is completed
 * by the default's item at its place, or the first one.
 */
function complete(stored: unknown, fallback: unknown): unknown {
  if (stored === undefined) return fallback;
  if (isPlain(stored) && isPlain(fallback)) {
    const keys = new Set([...Object.keys(fallback), ...Object.keys(stored)]);
    return Object.fromEntries(
      [...keys].map((key) => [key, complete(stored[key], fallback[key])] as const),
    );
  }
  if (Array.isArray(stored) && Array.isArray(fallback)) {
    return stored.map((item, index) => complete(item, fallback[index] ?? fallback[0]));
  }
  return stored;
}

interface ReadStored<Value> {
  value: Value;
  /** What did not fit any more, in words for the mentor; nothing when all did. */
  problem: string | null;
}

/**
 * Makes the most of a value that an older version of the site may have stored: what it lacks comes
 * from the default, what nobody knows any more goes. A part that breaks a rule falls back to its
 * default, and says so.
 */
export function readStored<Schema extends z.ZodType<object>>(
  schema: Schema,
  stored: unknown,
  fallback: z.output<Schema>,
): ReadStored<z.output<Schema>> {
  if (!isPlain(stored)) return { value: fallback, problem: 'The saved settings can’t be read.' };
  const completed = complete(stored, fallback) as Plain;
  const whole = schema.safeParse(completed);
  if (whole.success) return { value: whole.data, problem: null };
  const { issues } = whole.error;
  const problem = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ');
  const defaults = fallback as Plain;
  const mended = { ...completed };
  for (const { path } of issues) mended[String(path[0])] = defaults[String(path[0])];
  const rest = schema.safeParse(mended);
  return { value: rest.success ? rest.data : fallback, problem };
}
