import type { Visitor } from '#server/auth/visitor.ts';
import { type AuthoriseDeps, findAdmin } from './authorise.ts';
import { type ReadAccountDeps, readAccount } from './read-account.ts';

/**
 * Lets in whoever has a session at the level that the account demands, and hands out what
 * belongs to them only. There is no other way to it, so no page can forget to ask. Returns
 * what is missing when nobody is let in.
 */
export async function enterAdmin(deps: AuthoriseDeps & ReadAccountDeps, visitor: Visitor) {
  const session = await findAdmin(deps, visitor);
  if (typeof session === 'string') return session;
  const { email, cookies } = session;
  return { email, cookies, readAccount: () => readAccount(deps, session) };
}
