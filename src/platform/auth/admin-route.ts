import type { Context, Handler, TypedResponse } from 'hono';
import { every } from 'hono/combine';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { readJson } from '#platform/http/request-body.ts';
import { parseInput, type Sent } from '#platform/http/validate-request.ts';
import { toWire, type Wire } from '#rules/wire.ts';
import { type AdminGuard, requireAdmin } from './require-admin.ts';
import type { Session } from './visitor.ts';

type Schema = z.ZodType<object>;

/** The schemas of what a route reads. */
interface Reads {
  param?: Schema;
  query?: Schema;
  json?: Schema;
}

/** The input of Hono's typed client. */
type Input<Read extends Reads> = {
  [Part in keyof Read & keyof Reads]: Read[Part] extends Schema ? Sent<Part, Read[Part]> : never;
};

type Output<Part> = Part extends Schema ? z.output<Part> : unknown;

/** Everything that a route reads, as one object. The path wins over the body. */
type Given<Read extends Reads> = Output<Read['query']> &
  Output<Read['json']> &
  Output<Read['param']>;

/** 204 without a body for `undefined`, else the result as JSON. */
type Answer<Result, Status extends 200 | 201, Keeps> = undefined extends Result
  ? TypedResponse<null, 204, 'body'>
  : TypedResponse<JSONParsed<Keeps extends true ? Result : Wire<Result>>, Status, 'json'>;

/**
 * Returns a function that makes the handlers of signed-in routes. Each checks the session, reads and
 * validates what its schemas describe, passes it as one object to `run`, and answers with the result:
 * 204 for none, else JSON with names in snake_case. With `keepsNames`, the names stay as they are: a
 * document such as the settings is edited under its own. Throws 401, 403, 413, 415, 422 and what `run`
 * throws.
 */
export function adminRoutes<Keeps extends boolean = false>(
  { accounts }: AdminGuard,
  { keepsNames }: { keepsNames?: Keeps } = {},
) {
  const guard = requireAdmin(accounts);
  return function adminRoute<Read extends Reads, Result, Status extends 200 | 201 = 200>(
    { param, query, json, status }: Read & { status?: Status },
    run: (given: Given<Read>, admin: Session) => Result | Promise<Result>,
  ): Handler<HttpEnv, string, { in: Input<Read> }, Promise<Answer<Result, Status, Keeps>>> {
    const answer = async (c: Context<HttpEnv & { Variables: { admin: Session } }>) => {
      const given: object = {
        ...(query && parseInput(query, c.req.query())),
        ...(json && parseInput(json, c.var.body)),
        ...(param && parseInput(param, c.req.param())),
      };
      const result = await run(given as Given<Read>, c.var.admin);
      if (result === undefined) return c.body(null, 204);
      return c.json((keepsNames ? result : toWire(result)) as object, status);
    };
    const handlers = [guard, ...(json ? [readJson] : []), answer];
    return every(...handlers) as unknown as ReturnType<typeof adminRoute<Read, Result, Status>>;
  };
}
