import { pingDatabase } from '#server/db/client.ts';
import type { Database } from '#server/db/executor.ts';
import { deleteSigningKeys } from '#server/db/queries/sessions.ts';
import { describeError } from '#server/errors.ts';
import { apiTokenSeconds } from './create-auth.ts';
import type { Session, Sessions } from './sessions.ts';

/** Tokens for API clients, and the keys that everybody checks them by. */
export interface ApiTokens {
  /** A token that stands for a session, for five minutes. */
  sign(session: Session): Promise<{ token: string; expiresAt: Date }>;
  /** The session that a token stands for. Nothing when it is forged, too old or of another site. */
  verify(token: string): Promise<{ sessionId: string } | undefined>;
  /** The public keys, as a JSON Web Key Set. */
  listKeys(): Promise<{ keys: object[] }>;
}

/** Short-lived tokens for API clients, signed with keys that are made, kept and changed in the database. */
export function createApiTokens(db: Database, { auth }: Pick<Sessions, 'auth'>): ApiTokens {
  return {
    async sign({ id, userId, level, expiresAt }) {
      const issuedAt = Math.floor(Date.now() / 1000);
      const end = Math.min(issuedAt + apiTokenSeconds, Math.floor(expiresAt.getTime() / 1000));
      const payload = { sub: userId, sid: id, aal: level, iat: issuedAt, exp: end };
      const sign = () => auth.api.signJWT({ body: { payload } });
      const { token } = await sign().catch(async (error: unknown) => {
        // Keys of another AUTH_SECRET. What they have signed lasts minutes: they need not be kept.
        if (!describeError(error).includes('decrypt')) throw error;
        await deleteSigningKeys(db);
        return sign();
      });
      return { token, expiresAt: new Date(end * 1000) };
    },
    async verify(token) {
      const { payload } = await auth.api.verifyJWT({ body: { token } });
      const sessionId = payload?.sid;
      // Of a database that is away, Better Auth says that the token is none.
      if (!payload) await pingDatabase(db);
      return typeof sessionId === 'string' ? { sessionId } : undefined;
    },
    async listKeys() {
      return auth.api.getJwks();
    },
  };
}
