import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { HttpEnv } from './env.ts';
import { parseInput } from './json-body.ts';

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
