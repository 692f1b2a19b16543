import { pingDatabase } from '#server/db/client.ts';
import type { Database } from '#server/db/executor.ts';
import { deleteSigningKeys } from '#server/db/queries/sessions.ts';
import { describeError } from '#server/errors.ts';
import { apiTokenSeconds } from './create-auth.ts';
import type { Sessions } from './sessions.ts';
import type { Session } from './visitor.ts';

export type ApiTokens = ReturnType<typeof createApiTokens>;

/** Short-lived tokens for API clients, signed with keys that are made, kept and changed in the database. */
export const createApiTokens = (db: Database, { auth }: Pick<Sessions, 'auth'>) => ({
  /** Makes a token that stands for a session, for five minutes at most. */
  async sign({ id, userId, level, expiresAt }: Session) {
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

  /** Returns the id of the session that a token stands for; nothing when it is forged, too old or of another site. */
  async verify(token: string): Promise<string | undefined> {
    const { payload } = await auth.api.verifyJWT({ body: { token } });
    // Of a database that is away, Better Auth says that the token is none.
    if (!payload) await pingDatabase(db);
    return typeof payload?.sid === 'string' ? payload.sid : undefined;
  },

  /** Returns the public keys, as a JSON Web Key Set. */
  listKeys: async (): Promise<{ keys: object[] }> => auth.api.getJwks(),
});
