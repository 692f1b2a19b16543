import { type Context, Hono } from 'hono';
import {
  accessGift,
  accessParam,
  accessTaking,
  customerQuery,
  endChange,
  linkRenewal,
  sessionGift,
} from '#features/customers/rules/access-request.ts';
import { customerFileLimits, importQuery } from '#features/customers/rules/customer-import.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { limitBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import { toWire } from '#rules/wire.ts';
import type { CustomerServices } from './create-customer-services.ts';

const readFile = async (c: Context) => new Uint8Array(await c.req.arrayBuffer());

/**
 * Customers and their access, for the admin. Searches are in the body, because proxies log URLs. Every change
 * returns the customer. The body of `/import` and its preview is the CSV file itself.
 */
export function createCustomers({
  accounts,
  services: { customers },
}: AdminGuard & { services: { customers: CustomerServices } }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .post('/list', signedIn({ json: customerQuery }, customers.listCustomers))
    .get(
      '/courses',
      signedIn({}, () => customers.countCustomers()),
    )
    .post(
      '/import/preview',
      requireAdmin(accounts),
      limitBody(customerFileLimits.bytes),
      async (c) => c.json(toWire(await customers.previewImport(await readFile(c)))),
    )
    .post(
      '/import',
      requireAdmin(accounts),
      valid('query', importQuery),
      limitBody(customerFileLimits.bytes),
      async (c) => {
        const { mails } = c.req.valid('query');
        return c.json(toWire(await customers.importCustomers({ file: await readFile(c), mails })));
      },
    )
    .post('/access', signedIn({ json: accessGift, status: 201 }, customers.giveAccess))
    .post('/sessions', signedIn({ json: sessionGift, status: 201 }, customers.giveSessions))
    .get('/:id', signedIn({ param: recordParam }, customers.getCustomer))
    .put('/:id/link', signedIn({ param: recordParam, json: linkRenewal }, customers.renewLink))
    .put(
      '/:id/access/:access/end',
      signedIn({ param: accessParam, json: endChange }, customers.changeEnd),
    )
    .put(
      '/:id/access/:access/revocation',
      signedIn({ param: accessParam, json: accessTaking }, customers.takeAccess),
    );
}
