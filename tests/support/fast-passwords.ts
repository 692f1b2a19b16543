import { createHash, randomUUID } from 'node:crypto';
import { vi } from 'vitest';

/*
 * Hashing a password is slow on purpose, so tests of accounts replace it with a fast hash. Process
 * and browser tests use the real one, which `passwords.test.ts` covers.
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
