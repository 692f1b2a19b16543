import { Hono } from 'hono';
import { renderSVG } from 'uqr';
import {
  authenticatorCode,
  newPasskey,
  passwordChange,
  passwordConfirmation,
} from '#features/accounts/rules/account.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { Session } from '#platform/auth/visitor.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { isRecordId } from '#rules/list-page.ts';
import type { AccountServices } from './create-account-services.ts';

function toId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}

/** Continues with the raised session. Returns the recovery codes, if there are new ones. */
function raise(admin: Session, raised: { session: Session; recoveryCodes?: string[] | undefined }) {
  admin.cookies = raised.session.cookies;
  return { recoveryCodes: raised.recoveryCodes ?? null };
}

/** The signed-in user's own account, at `/api/account`. */
export const createAccount = ({ accounts }: { accounts: AccountServices }) => {
  const admin = requireAdmin(accounts);
  const browserOnly = requireAdmin(accounts, { isCookieOnly: true });
  const password = jsonBody(passwordConfirmation);
  return new Hono<HttpEnv>()
    .get('/', admin, async (c) => c.json(await accounts.readAccount(c.var.admin)))
    .put('/password', admin, jsonBody(passwordChange), async (c) => {
      c.var.admin.cookies.push(await accounts.changePassword(c.var.admin, c.req.valid('json')));
      return c.body(null, 204);
    })
    .post('/authenticator', admin, password, async (c) => {
      const begun = await accounts.beginAuthenticator(c.var.admin, c.req.valid('json'));
      return c.json({ ...begun, qrCode: toPicture(begun.uri) }, 201);
    })
    .post('/authenticator/verify', admin, jsonBody(authenticatorCode), async (c) => {
      const raised = await accounts.verifyAuthenticator(c.var.admin, c.req.valid('json'));
      return c.json(raise(c.var.admin, raised));
    })
    .delete('/authenticator', admin, password, async (c) => {
      await accounts.removeAuthenticator(c.var.admin, c.req.valid('json'));
      return c.body(null, 204);
    })
    .post('/passkeys/options', browserOnly, password, async (c) => {
      const { options, cookies } = await accounts.beginPasskey(c.var.admin, c.req.valid('json'));
      c.var.admin.cookies.push(...cookies);
      return c.json(options, 201);
    })
    .post('/passkeys', browserOnly, jsonBody(newPasskey), async (c) => {
      const raised = await accounts.addPasskey(c.var.admin, c.req.valid('json'));
      return c.json(raise(c.var.admin, raised), 201);
    })
    .delete('/passkeys/:id', admin, password, async (c) => {
      const given = { id: toId(c.req.param('id')), ...c.req.valid('json') };
      await accounts.removePasskey(c.var.admin, given);
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
    .post('/identities', browserOnly, password, async (c) => {
      const { url, cookies } = await accounts.beginLinking(c.var.admin, c.req.valid('json'));
      c.var.admin.cookies.push(...cookies);
      return c.json({ url }, 201);
    })
    .delete('/identities/:id', admin, async (c) => {
      await accounts.unlinkIdentity(c.var.admin, toId(c.req.param('id')));
      return c.body(null, 204);
    });
};

/** The QR code as a data URL, which the content security policy allows. */
const toPicture = (uri: string) =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString('base64')}`;

export type AccountRoutes = ReturnType<typeof createAccount>;
