import { createHash, randomUUID } from 'node:crypto';
import { vi } from 'vitest';

/*
 * Hashing a password is slow on purpose, and most tests of the accounts do it. On a database it
 * is done at once; the real thing is what processes and the browser sign in with, and
 * `passwords.test.ts` holds it.
 */
vi.mock('#features/accounts/server/auth/passwords.ts', () => {
  const digest = (salt: string, password: string) =>
    `${salt}:${createHash('sha256')
      .update(salt + password)
      .digest('hex')}`;
  return {
    hashPassword: async (password: string) => digest(randomUUID(), password),
    isPassword: async (password: string, hash: string | null | undefined) =>
      hash === digest(hash?.split(':')[0] ?? '', password),
  };
});
