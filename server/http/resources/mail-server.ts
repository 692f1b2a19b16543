import { Hono } from 'hono';
import { mailServerForm } from '#domain/settings/mail.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/request-body.ts';
import { requireAdmin } from '#server/http/require-admin.ts';

/** The mail server that the site sends by, for the admin only. */
export function createMailServerResource({ accounts, admin }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await admin.readMailServer()))
    .put('/', signedIn, jsonBody(mailServerForm), async (c) =>
      c.json(await admin.saveMailServer(c.var.admin, c.req.valid('json'))),
    );
}
