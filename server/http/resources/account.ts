import { Hono } from 'hono';
import { renderSVG } from 'uqr';
import { factorCode, newFactor, passwordChange, passwordConfirmation } from '#domain/account.ts';
import { isRecordId } from '#domain/list-page.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { notFound } from '#server/http/problem.ts';
import { jsonBody } from '#server/http/request-body.ts';
import { requireAdmin } from '#server/http/require-admin.ts';

/** Returns the id in a path. What is no id stands for nothing. */
function toId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}

/** What whoever is signed in does with their own account, below `/api/account`. */
export const createAccount = ({ accounts }: Pick<HttpDeps, 'accounts'>) => {
  const admin = requireAdmin(accounts);
  const browserOnly = requireAdmin(accounts, { isCookieOnly: true });
  const password = jsonBody(passwordConfirmation);
  return (
    new Hono<HttpEnv>()
      .get('/', admin, async (c) => c.json(await accounts.readAccount(c.var.admin)))
      .put('/password', admin, jsonBody(passwordChange), async (c) => {
        const cookie = await accounts.changePassword(c.var.admin, c.req.valid('json'));
        c.var.admin.cookies.push(cookie);
        return c.body(null, 204);
      })
      .post('/factors', admin, jsonBody(newFactor), async (c) => {
        const factor = await accounts.enrolFactor(c.var.admin, c.req.valid('json'));
        return c.json({ ...factor, qrCode: toPicture(factor.uri) }, 201);
      })
      .post('/factors/:id/verify', admin, jsonBody(factorCode), async (c) => {
        const given = { id: toId(c.req.param('id')), ...c.req.valid('json') };
        const change = await accounts.verifyFactor(c.var.admin, given);
        // The session of the first level has ended: only the raised one's cookie goes out.
        c.var.admin.cookies = change.session.cookies;
        return c.json({ recoveryCodes: change.recoveryCodes ?? null });
      })
      .delete('/factors/:id', admin, password, async (c) => {
        const given = { id: toId(c.req.param('id')), ...c.req.valid('json') };
        await accounts.removeFactor(c.var.admin, given);
        return c.body(null, 204);
      })
      .post('/recovery-codes', admin, password, async (c) => {
        const recoveryCodes = await accounts.renewRecoveryCodes(c.var.admin, c.req.valid('json'));
        return c.json({ recoveryCodes }, 201);
      })
      .delete('/sessions/:id', admin, async (c) => {
        await accounts.endSession(c.var.admin, toId(c.req.param('id')));
        return c.body(null, 204);
      })
      // What the provider answers comes back to a browser.
      .post('/identities', browserOnly, password, async (c) => {
        const { url, cookies } = await accounts.beginLinking(c.var.admin, c.req.valid('json'));
        c.var.admin.cookies.push(...cookies);
        return c.json({ url }, 201);
      })
      .delete('/identities/:id', admin, async (c) => {
        await accounts.unlinkIdentity(c.var.admin, toId(c.req.param('id')));
        return c.body(null, 204);
      })
  );
};

/** The QR code as a picture that a page may show: the policy allows pictures of this form. */
const toPicture = (uri: string) =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString('base64')}`;

/** What Hono's typed client in the browser knows of it: `hc<AccountRoutes>('/api/account')`. */
export type AccountRoutes = ReturnType<typeof createAccount>;
