import type { Visitor } from '#server/auth/visitor.ts';
import type { AdminArea } from '#server/http/page-context.ts';
import { type AuthoriseDeps, type Closed, findAdmin } from '#server/services/accounts/authorise.ts';
import { type ReadAccountDeps, readAccount } from '#server/services/accounts/read-account.ts';

/** The longest that reading the account waits for the database, in milliseconds. */
const queryTimeoutMs = 5_000;

/**
 * Lets in whoever has a session at the level that the account demands, and hands out what
 * belongs to them only. There is no other way to it, so no page can forget to ask. Answers
 * what is missing when nobody is let in.
 */
export async function enterAdmin(
  deps: AuthoriseDeps & ReadAccountDeps,
  visitor: Visitor,
): Promise<AdminArea | Closed> {
  const session = await findAdmin(deps, visitor);
  if (typeof session === 'string') return session;
  return {
    email: session.email,
    cookies: session.cookies,
    readAccount: () => deps.circuit.run(() => readAccount(deps, session), queryTimeoutMs),
  };
}
