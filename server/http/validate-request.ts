import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { invalidBody } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';

/** No list of ours is as long. A longer one is refused before each of its items is looked at. */
const maxListItems = 200;

/** More of what is wrong is not said at once. */
const maxIssues = 20;

/** Returns what the schema makes of a caller's input. Throws 422 with what is wrong with which field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const values: unknown[] = Object.values(Object(input));
  if (values.some((value) => Array.isArray(value) && value.length > maxListItems)) {
    const message = `Use fewer than ${maxListItems} entries.`;
    throw invalidBody([{ field: '', message }]);
  }
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, maxIssues);
  throw invalidBody(issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

/** What callers may send of a schema: a URL carries text, whatever the schema makes of it. */
type Sent<Target, Schema extends z.ZodType> = Target extends 'json'
  ? z.input<Schema>
  : { [Name in keyof z.input<Schema>]: Target extends 'param' ? string : string | undefined };

/**
 * Checks `c.var.body`, the query or what stands in the path against a schema; handlers read it with
 * `c.req.valid(target)`. Throws 422.
 */
export const valid =
  <Target extends 'json' | 'query' | 'param', Schema extends z.ZodType<object>>(
    target: Target,
    schema: Schema,
  ): MiddlewareHandler<
    HttpEnv,
    string,
    { in: Record<Target, Sent<Target, Schema>>; out: Record<Target, z.output<Schema>> }
  > =>
  async (c, next) => {
    const input = {
      json: () => c.var.body,
      query: () => c.req.query(),
      param: () => c.req.param(),
    };
    c.req.addValidatedData(target, parseInput(schema, input[target]()));
    await next();
  };
