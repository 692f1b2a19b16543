import type { Credentials } from '#domain/account.ts';
import { createSessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import type { CountAttempt } from '#server/http/rate-limits.ts';
import type { Logger } from '#server/logger.ts';
import { enterAdmin } from '#server/services/admin/enter-admin.ts';
import { authorise } from './authorise.ts';
import { prepareFirstAdmin } from './prepare-first-admin.ts';
import { setUpAdmin } from './set-up-admin.ts';
import { isSetUpToken } from './set-up-link.ts';
import { signIn } from './sign-in.ts';

interface AccountServicesOptions {
  db: Database;
  circuit: DatabaseCircuit;
  count: CountAttempt;
  log: Logger;
  siteUrl: string;
  /** What AUTH_SECRET says. */
  authSecret: string | undefined;
  /** What ADMIN_EMAIL and ADMIN_PASSWORD say. */
  admin: { email: string; password: string } | undefined;
}

/** The longest that a set-up waits for the database, in milliseconds. */
const setUpTimeoutMs = 5_000;

export type AccountServices = ReturnType<typeof createAccountServices>;

/** Puts together who may come in and how. Starts nothing. */
export function createAccountServices({ authSecret, admin, ...shared }: AccountServicesOptions) {
  const { db, circuit, count } = shared;
  const sessions = createSessions({ ...shared, secret: authSecret });

  return {
    signIn: (credentials: Credentials, visitor: Visitor) =>
      signIn({ sessions, count }, credentials, visitor),
    signOut: sessions.end,
    findSession: sessions.find,
    authorise: (visitor: Visitor) => authorise({ sessions }, visitor),
    enterAdmin: (visitor: Visitor) => enterAdmin({ sessions }, visitor),
    isSetUpToken: (token: string) => circuit.run(() => isSetUpToken(db, token), setUpTimeoutMs),
    /** Makes the first account and signs it in. */
    async setUpAdmin(token: string, credentials: Credentials, visitor: Visitor) {
      await count('set-up', visitor.address);
      await circuit.run(() => setUpAdmin(db, token, credentials), setUpTimeoutMs);
      return signIn({ sessions, count }, credentials, visitor);
    },
    /** To be done once at start, on a migrated database. */
    prepareFirstAdmin: () => prepareFirstAdmin({ db, admin }),
  };
}
