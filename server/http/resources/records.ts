import { Hono } from 'hono';
import { z } from 'zod';
import { pageQuery, recordParam } from '#domain/list-page.ts';
import { submissionId } from '#domain/text.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { readJson } from '#server/http/json-body.ts';
import { type Authorise, requireAdmin } from '#server/http/require-admin.ts';
import { validBody, validParam, validQuery } from '#server/http/validate-request.ts';
import type { RecordServices } from '#server/services/records/record-services.ts';

interface RecordsDeps<Item extends { id: string }, Form extends z.ZodObject> {
  authorise: Authorise;
  records: RecordServices<Item>;
  /** What the admin fills in; the same schema checks it in the browser. */
  form: Form;
}

/**
 * A table of content as a resource: everybody may read it, page by page and newest first;
 * adding, changing and deleting need a session. Ids come from the browser, so that a
 * repeated POST adds nothing.
 */
export function createRecords<Item extends { id: string }, Form extends z.ZodObject>({
  authorise,
  records,
  form,
}: RecordsDeps<Item, Form>) {
  const admin = requireAdmin(authorise);
  const added = z.intersection(form, z.object({ id: submissionId }));
  const changed = form.partial() as unknown as z.ZodType<
    Partial<z.output<Form>>,
    Partial<z.input<Form>>
  >;
  return new Hono<HttpEnv>()
    .get('/', validQuery(pageQuery), async (c) => c.json(await records.list(c.req.valid('query'))))
    .get('/:id', validParam(recordParam), async (c) =>
      c.json(await records.get(c.req.valid('param'))),
    )
    .post('/', admin, readJson(), validBody(added), async (c) => {
      const record = c.req.valid('json') as unknown as Partial<Item> & { id: string };
      await records.add(record);
      return c.json({ id: record.id }, 201);
    })
    .patch('/:id', admin, validParam(recordParam), readJson(), validBody(changed), async (c) => {
      const changes = pickGiven(c.req.valid('json'), c.var.body) as unknown as Partial<Item>;
      await records.change({ ...c.req.valid('param'), changes });
      return c.body(null, 204);
    })
    .delete('/:id', admin, validParam(recordParam), async (c) => {
      await records.delete(c.req.valid('param'));
      return c.body(null, 204);
    });
}

/** Of what the schema made, only what the caller has sent: a default must not overwrite anything. */
const pickGiven = (made: object, sent: unknown) =>
  Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(Object(sent), name)));
