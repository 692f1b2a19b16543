import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { invalidBody } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';

/** Longer lists are rejected before their items are checked. */
const maxListItems = 200;

/** How many errors a response lists. */
const maxIssues = 20;

/** Validates a caller's input. Throws 422 with the invalid fields. */
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

/** The input type: a URL contains only text. */
export type Sent<Target, Schema extends z.ZodType> = Target extends 'json'
  ? z.input<Schema>
  : { [Name in keyof z.input<Schema>]: Target extends 'param' ? string : string | undefined };

/** Validates `c.var.body`, the query or the path for `c.req.valid(target)`. Throws 422. */
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
