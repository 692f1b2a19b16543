import { parse, serialize } from 'hono/utils/cookie';
import type { AccountDeps } from '#features/accounts/server/account-deps.ts';
import { deleteChallenge, insertChallenge } from '#features/accounts/server/queries/challenges.ts';
import { hashToken } from '#platform/auth/secret.ts';
import type { Visitor } from '#platform/auth/visitor.ts';

type Deps = Pick<AccountDeps, 'db' | 'secret' | 'siteUrl'>;

const lifeSeconds = 5 * 60;

const isSecure = ({ siteUrl }: Deps) => siteUrl.startsWith('https:');

const cookieName = (deps: Deps) => `${isSecure(deps) ? '__Host-' : ''}site.passkey-challenge`;

/** Challenges for a new passkey of an account differ from those for signing in. */
const toHash = ({ secret }: Deps, challenge: string, newFor = '') =>
  hashToken(secret, `passkey:${newFor}`, challenge);

/** Stores a challenge for signing in, or for a new passkey of a user. Returns its cookie. */
export async function issueChallenge(
  deps: Deps,
  challenge: string,
  newFor?: string,
): Promise<string> {
  const expiresAt = new Date(Date.now() + lifeSeconds * 1_000);
  await insertChallenge(deps.db, toHash(deps, challenge, newFor), expiresAt);
  return serialize(cookieName(deps), challenge, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: lifeSeconds,
    secure: isSecure(deps),
  });
}

/** Returns the challenge of this browser; undefined if it was used, has expired or never existed. */
export async function takeChallenge(
  deps: Deps,
  { headers }: Visitor,
  newFor?: string,
): Promise<string | undefined> {
  const name = cookieName(deps);
  const challenge = parse(headers.get('cookie') ?? '', name)[name];
  if (!challenge) return undefined;
  const isTaken = await deleteChallenge(deps.db, toHash(deps, challenge, newFor));
  return isTaken ? challenge : undefined;
}
