import { Hono } from 'hono';
import { renderSVG } from 'uqr';
import { factorCode, newFactor, passwordChange, passwordConfirmation } from '#domain/account.ts';
import { isRecordId } from '#domain/list-page.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { readJson } from '#server/http/json-body.ts';
import { notFound } from '#server/http/problem.ts';
import { requireAdmin, toVisitor } from '#server/http/require-admin.ts';
import { validBody } from '#server/http/validate-request.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';

/** The id in a path. What is no id stands for nothing. */
function toId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}

/** What whoever is signed in does with their own account, below `/api/account`. */
export const createAccount = ({ accounts }: { accounts: AccountServices }) => {
  const admin = requireAdmin(accounts.authorise);
  return (
    new Hono<HttpEnv>()
      .get('/', admin, async (c) => c.json(await accounts.readAccount(c.var.admin)))
      .put('/password', admin, readJson(), validBody(passwordChange), async (c) => {
        const given = c.req.valid('json');
        const cookie = await accounts.changePassword(c.var.admin, given, toVisitor(c));
        c.var.admin.cookies.push(cookie);
        return c.body(null, 204);
      })
      .post('/factors', admin, readJson(), validBody(newFactor), async (c) => {
        const { id, secret, uri } = await accounts.enrolFactor(
          c.var.admin,
          c.req.valid('json'),
          toVisitor(c),
        );
        return c.json({ id, secret, uri, qrCode: toPicture(uri) }, 201);
      })
      .post('/factors/:id/verify', admin, readJson(), validBody(factorCode), async (c) => {
        const given = { id: toId(c.req.param('id')), ...c.req.valid('json') };
        const { session, recoveryCodes } = await accounts.verifyFactor(
          c.var.admin,
          given,
          toVisitor(c),
        );
        // The session of the first level has ended: only the raised one's cookie goes out.
        c.var.admin.cookies = session.cookies;
        return c.json({ recoveryCodes: recoveryCodes ?? null });
      })
      .delete('/factors/:id', admin, readJson(), validBody(passwordConfirmation), async (c) => {
        const given = { id: toId(c.req.param('id')), ...c.req.valid('json') };
        await accounts.removeFactor(c.var.admin, given, toVisitor(c));
        return c.body(null, 204);
      })
      .post('/recovery-codes', admin, readJson(), validBody(passwordConfirmation), async (c) => {
        const given = c.req.valid('json');
        const recoveryCodes = await accounts.renewRecoveryCodes(c.var.admin, given, toVisitor(c));
        return c.json({ recoveryCodes }, 201);
      })
      .delete('/sessions/:id', admin, async (c) => {
        await accounts.endSession(c.var.admin, toId(c.req.param('id')), toVisitor(c));
        return c.body(null, 204);
      })
      // What the provider answers comes back to a browser.
      .post(
        '/identities',
        requireAdmin(accounts.authorise, { isCookieOnly: true }),
        readJson(),
        validBody(passwordConfirmation),
        async (c) => {
          const given = c.req.valid('json');
          const { url, cookies } = await accounts.beginLinking(c.var.admin, given, toVisitor(c));
          c.var.admin.cookies.push(...cookies);
          return c.json({ url }, 201);
        },
      )
      .delete('/identities/:id', admin, async (c) => {
        await accounts.unlinkIdentity(c.var.admin, toId(c.req.param('id')), toVisitor(c));
        return c.body(null, 204);
      })
  );
};

/** The QR code as a picture that a page may show: the policy allows pictures of this form. */
const toPicture = (uri: string) =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString('base64')}`;

/** What Hono's typed client in the browser knows of it: `hc<AccountRoutes>('/api/account')`. */
export type AccountRoutes = ReturnType<typeof createAccount>;
