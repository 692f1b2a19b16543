import { Hono } from 'hono';
import { requireAdmin } from '#features/accounts/server/require-admin.ts';
import { mailServerForm } from '#features/settings/rules/mail.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import type { HttpDeps, HttpEnv } from '#server/env.ts';

/** The mail server that the site sends by, for the admin only. */
export function createMailServerResource({ accounts, admin }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await admin.readMailServer()))
    .put('/', signedIn, jsonBody(mailServerForm), async (c) =>
      c.json(await admin.saveMailServer(c.var.admin, c.req.valid('json'))),
    );
}
