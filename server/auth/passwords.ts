import { hashPassword, verifyPassword } from 'better-auth/crypto';

export { hashPassword };

/**
 * Returns whether a password belongs to a hash. Without a hash the answer is no, after the same work:
 * how long it takes does not tell whether there is an account. A file of its own, in whose place most
 * tests put a quick hash.
 */
export async function isPassword(password: string, hash: string | null | undefined) {
  if (hash) return verifyPassword({ hash, password });
  await hashPassword(password);
  return false;
}
