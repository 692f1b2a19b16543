import { mentor, toCookie } from './accounts.ts';
import type { TestApi } from './api.ts';

/** Calls the API as the mentor, who has signed in, or as somebody who has not. */
export async function openAdmin(api: TestApi) {
  await api.accounts.prepareFirstAdmin();
  const signedIn = await api.post('/api/auth/sign-in/email', mentor);
  if (!signedIn.ok) throw new Error(`The mentor could not sign in: ${signedIn.status}`);
  const cookie = toCookie(signedIn.headers.getSetCookie());
  const callWith =
    (headers: Record<string, string>) => async (method: string, path: string, body?: unknown) =>
      api.app.request(path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
  return { cookie, asMentor: callWith({ Cookie: cookie }), asStranger: callWith({}) };
}

export type AdminCalls = Awaited<ReturnType<typeof openAdmin>>;
