import type { z } from '#rules/zod.ts';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fills in missing fields of a stored value from the default. */
function complete(stored: unknown, fallback: unknown): unknown {
  if (stored === undefined) return fallback;
  if (Array.isArray(stored) && Array.isArray(fallback))
    return stored.map((item, index) => complete(item, fallback[index] ?? fallback[0]));
  if (!isPlain(stored) || !isPlain(fallback)) return stored;
  const parts = Object.keys({ ...fallback, ...stored }).map(
    (key) => [key, complete(stored[key], fallback[key])] as const,
  );
  return Object.fromEntries(parts);
}

/**
 * Reads a value that an older version of the site may have stored. Missing fields get their
 * default, and unknown ones are dropped. A field that is no longer valid falls back to its default,
 * and `problem` tells the mentor why.
 */
export function readStored<Schema extends z.ZodType<object>>(
  schema: Schema,
  stored: unknown,
  fallback: z.output<Schema>,
): { value: z.output<Schema>; problem: string | null } {
  if (!isPlain(stored)) return { value: fallback, problem: 'The saved settings can’t be read.' };
  const completed = complete(stored, fallback) as Plain;
  const whole = schema.safeParse(completed);
  if (whole.success) return { value: whole.data, problem: null };
  const { issues } = whole.error;
  const problem = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ');
  const defaults = fallback as Plain;
  for (const { path } of issues) completed[String(path[0])] = defaults[String(path[0])];
  const rest = schema.safeParse(completed);
  return { value: rest.success ? rest.data : fallback, problem };
}
