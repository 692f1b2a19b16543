import { Hono } from 'hono';
import {
  accessGift,
  accessParam,
  accessTaking,
  customerQuery,
  endChange,
  linkRenewal,
} from '#features/customers/rules/access-request.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { recordParam } from '#rules/list-page.ts';
import type { CustomerServices } from './create-customer-services.ts';

/**
 * Customers and their access, for the admin. Searches are in the body, because proxies log URLs. Every change
 * returns the customer.
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
    .post('/access', signedIn({ json: accessGift, status: 201 }, customers.giveAccess))
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
