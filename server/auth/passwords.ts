import { hashPassword, verifyPassword } from 'better-auth/crypto';

export { hashPassword };

/**
 * Returns whether a password belongs to a hash. Without one it is no, after the same work: the time
 * does not tell whether there is an account. Most tests put a quick hash in this file's place.
 */
export async function isPassword(password: string, hash: string | null | undefined) {
  if (hash) return verifyPassword({ hash, password });
  await hashPassword(password);
  return false;
}
