import { hashPassword, verifyPassword } from 'better-auth/crypto';

export { hashPassword };

/**
 * Returns whether a password matches a hash. Without a hash it does the same work, so the response
 * time does not reveal whether an account exists.
 */
export async function isPassword(password: string, hash: string | null | undefined) {
  if (hash) return verifyPassword({ hash, password });
  await hashPassword(password);
  return false;
}
