import { expect, it, vi } from 'vitest';

const crypto = vi.hoisted(() => ({ hashPassword: vi.fn(), verifyPassword: vi.fn() }));
vi.mock('better-auth/crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('better-auth/crypto')>();
  crypto.hashPassword.mockImplementation(original.hashPassword);
  crypto.verifyPassword.mockImplementation(original.verifyPassword);
  return { ...original, ...crypto };
});

// Another file may have loaded it without these.
vi.resetModules();
const { hashPassword, isPassword } = await import('./passwords.ts');

it('knows a password by its hash, which does not tell it', async () => {
  const hash = await hashPassword('a long walk before the open');
  expect(hash).not.toContain('walk');
  expect(hash).not.toBe(await hashPassword('a long walk before the open'));
  expect(await isPassword('a long walk before the open', hash)).toBe(true);
  expect(await isPassword('a long walk after the open', hash)).toBe(false);
});

it('works as long where there is no account', async () => {
  crypto.hashPassword.mockClear();
  expect(await isPassword('anything', undefined)).toBe(false);
  expect(crypto.hashPassword).toHaveBeenCalledOnce();
});
