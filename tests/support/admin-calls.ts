import { expect } from 'vitest';
import { callWith, mentor, toCookie } from './accounts.ts';
import type { TestApi } from './api.ts';

/**
 * Returns functions that call the API as the signed-in mentor, or as a visitor without a session.
 */
export async function openAdmin(api: TestApi) {
  await api.accounts.prepareFirstAdmin();
  const signedIn = await api.post('/api/auth/sign-in/email', mentor);
  if (!signedIn.ok) throw new Error(`The mentor could not sign in: ${signedIn.status}`);
  const cookie = toCookie(signedIn.headers.getSetCookie());
  const asMentor = callWith(api, cookie);
  return {
    cookie,
    asMentor,
    asStranger: callWith(api),
    /** Calls as the mentor. Returns the status and the parsed body. */
    async call(method: string, path: string, sent?: unknown) {
      const response = await asMentor(method, path, sent);
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    },
    /** Reads JSON as the mentor. */
    async read(path: string) {
      const response = await asMentor('GET', path);
      expect(response.status).toBe(200);
      return response.json();
    },
  };
}

export type AdminCalls = Awaited<ReturnType<typeof openAdmin>>;
