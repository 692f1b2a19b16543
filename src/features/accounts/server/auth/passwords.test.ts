import { expect, it, vi } from 'vitest';

const crypto = vi.hoisted(() => ({ hashPassword: vi.fn(), verifyPassword: vi.fn() }));
vi.mock('better-auth/crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('better-auth/crypto')>();
  crypto.hashPassword.mockImplementation(original.hashPassword);
  crypto.verifyPassword.mockImplementation(original.verifyPassword);
  return { ...original, ...crypto };
});

// Another test file may have loaded the module without these mocks.
vi.resetModules();
const { hashPassword, isPassword } = await import('./passwords.ts');

it('verifies a password against its hash', async () => {
  const hash = await hashPassword('a long walk before the open');
  expect(hash).not.toContain('walk');
  expect(hash).not.toBe(await hashPassword('a long walk before the open'));
  expect(await isPassword('a long walk before the open', hash)).toBe(true);
  expect(await isPassword('a long walk after the open', hash)).toBe(false);
});

it('takes equally long without an account', async () => {
  crypto.hashPassword.mockClear();
  expect(await isPassword('anything', undefined)).toBe(false);
  expect(crypto.hashPassword).toHaveBeenCalledOnce();
});
