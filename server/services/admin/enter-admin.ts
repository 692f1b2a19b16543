import type { Visitor } from '#server/auth/visitor.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { AdminArea } from '#server/http/page-context.ts';
import { type AuthoriseDeps, type Closed, findAdmin } from '#server/services/accounts/authorise.ts';
import { type ReadAccountDeps, readAccount } from '#server/services/accounts/read-account.ts';

/** The longest that any of this waits for the database, in milliseconds. */
const queryTimeoutMs = 5_000;

export interface EnterAdminDeps extends AuthoriseDeps, ReadAccountDeps {
  circuit: DatabaseCircuit;
}

/**
 * Lets in whoever has a session at the level that the account demands, and hands out what
 * belongs to them only. There is no other way to it, so no page can forget to ask. Answers
 * what is missing when nobody is let in.
 */
export async function enterAdmin(
  deps: EnterAdminDeps,
  visitor: Visitor,
): Promise<AdminArea | Closed> {
  const { circuit } = deps;
  const session = await circuit.run(() => findAdmin(deps, visitor), queryTimeoutMs);
  if (typeof session === 'string') return session;
  return {
    email: session.email,
    cookies: session.cookies,
    readAccount: () => circuit.run(() => readAccount(deps, session), queryTimeoutMs),
  };
}
