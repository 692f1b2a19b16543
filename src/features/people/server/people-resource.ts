import { Hono } from 'hono';
import {
  peopleQuery,
  personCorrection,
  personErasure,
  personSearch,
} from '#features/people/rules/person.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { recordParam } from '#rules/list-page.ts';
import type { PeopleServices } from './create-people-services.ts';

/**
 * People and their data, for the admin. Searches are in the body, because proxies log URLs. Changes
 * include the `stamp` that was read; a 409 `edited-elsewhere` contains the `current` person.
 */
export function createPeople({
  accounts,
  services: { people },
}: AdminGuard & { services: { people: PeopleServices } }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .post('/list', signedIn({ json: peopleQuery }, people.listPeople))
    .post('/search', signedIn({ json: personSearch }, people.findPerson))
    .post('/export', requireAdmin(accounts), jsonBody(personSearch), async (c) =>
      c.body(await people.exportPerson(c.req.valid('json')), 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': 'attachment; filename="person.html"',
      }),
    )
    .post('/correction', signedIn({ json: personCorrection }, people.correctPerson))
    .post(
      '/erasure',
      signedIn({ json: personErasure, status: 201 }, (erasure, { email }) =>
        people.erasePerson(erasure, email),
      ),
    )
    .get(
      '/erasures',
      signedIn({}, () => people.listErasureRecords()),
    )
    .get(
      '/requests',
      signedIn({}, () => people.listRequests()),
    )
    .put(
      '/requests/:id/answer',
      signedIn({ param: recordParam }, ({ id }, { email }) =>
        people.markAnswered({ id, answeredBy: email }),
      ),
    )
    .delete(
      '/requests/:id/answer',
      signedIn({ param: recordParam }, ({ id }) => people.markAnswered({ id, answeredBy: null })),
    );
}
