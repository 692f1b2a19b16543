import { Hono, type MiddlewareHandler } from 'hono';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import {
  draftQuery,
  readVersion,
  recordOrder,
  recordParam,
  recordQuery,
} from '#rules/list-page.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { ContentServices } from './content-services.ts';
import type { OrderedTable } from './queries/record-order.ts';
import type { VersionedRecord } from './queries/records.ts';
import type { RecordServices, Written } from './record-services.ts';

/**
 * A content table as a resource. Anyone can read published records; drafts (`?drafts=true`) and
 * changes need a session. Browsers choose the ids, so a repeated POST adds nothing. A change
 * includes the version that it is based on. `form` is the schema of the admin's form.
 */
export function createRecords<Item extends VersionedRecord, Form extends z.ZodObject>(
  { accounts }: AdminGuard,
  records: RecordServices<Item>,
  form: Form,
) {
  const admin = requireAdmin(accounts);
  const signedIn = adminRoutes({ accounts });
  const added = z.intersection(form, z.object({ id: submissionId }));
  type Version = z.output<typeof readVersion>;
  const changed = form.partial().extend(readVersion.shape) as unknown as z.ZodType<
    Partial<z.output<Form>> & Version,
    Partial<z.input<Form>> & Version
  >;
  /** Only the admin sees drafts. */
  const guardDrafts: MiddlewareHandler = (c, next) =>
    draftQuery.parse(c.req.query()).drafts ? admin(c, next) : next();
  return new Hono<HttpEnv>()
    .get('/', valid('query', recordQuery), guardDrafts, async (c) =>
      c.json(await records.list(c.req.valid('query'))),
    )
    .get('/:id', valid('param', recordParam), valid('query', draftQuery), guardDrafts, async (c) =>
      c.json(await records.get({ ...c.req.valid('param'), ...c.req.valid('query') })),
    )
    .post(
      '/',
      signedIn({ json: added, status: 201 }, async (given) => {
        const record = given as unknown as Written<Item> & { id: string };
        await records.add(record);
        return { id: record.id };
      }),
    )
    .patch('/:id', admin, valid('param', recordParam), jsonBody(changed), async (c) => {
      const { version, ...made } = c.req.valid('json');
      const changes = pickSent(made, c.var.body) as unknown as Written<Item>;
      await records.change({ ...c.req.valid('param'), version, changes });
      return c.body(null, 204);
    })
    .delete(
      '/:id',
      signedIn({ param: recordParam }, (record) => records.delete(record)),
    );
}

/** `PUT /order` of a table: the ids of all its records in their new order. */
export const createOrder = (
  { accounts, services }: AdminGuard & { services: Pick<ContentServices, 'putInOrder'> },
  table: OrderedTable,
) =>
  new Hono<HttpEnv>().put(
    '/order',
    adminRoutes({ accounts })({ json: recordOrder }, (order) => services.putInOrder(table, order)),
  );

/** Picks the fields that the caller sent, so that defaults overwrite nothing. */
const pickSent = (made: object, sent: unknown) =>
  Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(Object(sent), name)));
