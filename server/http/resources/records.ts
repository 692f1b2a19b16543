import { Hono } from 'hono';
import { pageQuery, recordParam } from '#domain/list-page.ts';
import { submissionId, z } from '#domain/zod.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/request-body.ts';
import { requireAdmin } from '#server/http/require-admin.ts';
import { valid } from '#server/http/validate-request.ts';
import type { RecordServices } from '#server/services/records/record-services.ts';

/**
 * A table of content as a resource: everybody may read it, newest first; writing needs a session.
 * Ids come from the browser, so that a repeated POST adds nothing. `form` is the admin's schema.
 */
export function createRecords<Item extends { id: string }, Form extends z.ZodObject>(
  { accounts }: HttpDeps,
  records: RecordServices<Item>,
  form: Form,
) {
  const admin = requireAdmin(accounts);
  const added = z.intersection(form, z.object({ id: submissionId }));
  const changed = form.partial() as unknown as z.ZodType<
    Partial<z.output<Form>>,
    Partial<z.input<Form>>
  >;
  return new Hono<HttpEnv>()
    .get('/', valid('query', pageQuery), async (c) =>
      c.json(await records.list(c.req.valid('query'))),
    )
    .get('/:id', valid('param', recordParam), async (c) =>
      c.json(await records.get(c.req.valid('param'))),
    )
    .post('/', admin, jsonBody(added), async (c) => {
      const record = c.req.valid('json') as unknown as Partial<Item> & { id: string };
      await records.add(record);
      return c.json({ id: record.id }, 201);
    })
    .patch('/:id', admin, valid('param', recordParam), jsonBody(changed), async (c) => {
      const changes = pickGiven(c.req.valid('json'), c.var.body) as unknown as Partial<Item>;
      await records.change({ ...c.req.valid('param'), changes });
      return c.body(null, 204);
    })
    .delete('/:id', admin, valid('param', recordParam), async (c) => {
      await records.delete(c.req.valid('param'));
      return c.body(null, 204);
    });
}

/** Of what the schema made, only what the caller has sent: a default must not overwrite anything. */
const pickGiven = (made: object, sent: unknown) =>
  Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(Object(sent), name)));
