import { Hono } from 'hono';
import {
  peopleQuery,
  personCorrection,
  personErasure,
  personSearch,
} from '#features/people/rules/person.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
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
  const signedIn = requireAdmin(accounts);
  const one = valid('param', recordParam);
  return new Hono<HttpEnv>()
    .post('/list', signedIn, jsonBody(peopleQuery), async (c) =>
      c.json(await people.listPeople(c.req.valid('json'))),
    )
    .post('/search', signedIn, jsonBody(personSearch), async (c) =>
      c.json(await people.findPerson(c.req.valid('json'))),
    )
    .post('/export', signedIn, jsonBody(personSearch), async (c) =>
      c.body(await people.exportPerson(c.req.valid('json')), 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': 'attachment; filename="person.html"',
      }),
    )
    .post('/correction', signedIn, jsonBody(personCorrection), async (c) =>
      c.json(await people.correctPerson(c.req.valid('json'))),
    )
    .post('/erasure', signedIn, jsonBody(personErasure), async (c) =>
      c.json(await people.erasePerson(c.req.valid('json'), c.var.admin.email), 201),
    )
    .get('/erasures', signedIn, async (c) => c.json(await people.listErasureRecords()))
    .get('/requests', signedIn, async (c) => c.json(await people.listRequests()))
    .put('/requests/:id/answer', signedIn, one, async (c) => {
      await people.markAnswered({ ...c.req.valid('param'), answeredBy: c.var.admin.email });
      return c.body(null, 204);
    })
    .delete('/requests/:id/answer', signedIn, one, async (c) => {
      await people.markAnswered({ ...c.req.valid('param'), answeredBy: null });
      return c.body(null, 204);
    });
}
