import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { invalidBody } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';

/** No list of ours is as long. A longer one is refused before each of its items is looked at. */
const maxListItems = 200;

const hasLongList = (input: unknown) =>
  typeof input === 'object' &&
  input !== null &&
  Object.values(input).some((value) => Array.isArray(value) && value.length > maxListItems);

/** So much of what is wrong is told at once. */
const maxTold = 20;

/** What the schema makes of a caller's input. Throws 422 with what is wrong with which field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  if (hasLongList(input)) {
    const message = `Please keep every list under ${maxListItems} entries.`;
    throw invalidBody([{ field: '', message }]);
  }
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidBody(
    result.error.issues
      .slice(0, maxTold)
      .map(({ path, message }) => ({ field: path.join('.'), message })),
  );
}

/** Checks `c.var.body` against a schema; handlers read it with `c.req.valid('json')`. Throws 422. */
export const validBody =
  <Schema extends z.ZodType<object>>(
    schema: Schema,
  ): MiddlewareHandler<
    HttpEnv,
    string,
    { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }
  > =>
  async (c, next) => {
    c.req.addValidatedData('json', parseInput(schema, c.var.body));
    await next();
  };

type Texts = Record<string, string | undefined>;

/** Checks the query against a schema; handlers read it with `c.req.valid('query')`. Throws 422. */
export const validQuery =
  <Schema extends z.ZodType<object>>(
    schema: Schema,
  ): MiddlewareHandler<
    HttpEnv,
    string,
    // All that an address can carry is text; what the schema makes of it is its own matter.
    {
      in: { query: { [Name in keyof z.input<Schema>]?: string | undefined } };
      out: { query: z.output<Schema> };
    }
  > =>
  async (c, next) => {
    c.req.addValidatedData('query', parseInput(schema, c.req.query() satisfies Texts));
    await next();
  };

/** Checks what stands in the path; handlers read it with `c.req.valid('param')`. Throws 422. */
export const validParam =
  <Schema extends z.ZodType<object>>(
    schema: Schema,
  ): MiddlewareHandler<
    HttpEnv,
    string,
    { in: { param: { [Name in keyof z.input<Schema>]: string } }; out: { param: z.output<Schema> } }
  > =>
  async (c, next) => {
    c.req.addValidatedData('param', parseInput(schema, c.req.param() satisfies Texts));
    await next();
  };
