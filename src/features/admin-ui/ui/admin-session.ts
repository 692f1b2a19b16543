import { hc } from 'hono/client';
import { createContext, use } from 'react';
import type { AccountRoutes, ApiRoutes } from '#server/page-context.ts';

/** Creates the typed clients of the API. */
export const createClients = (adminFetch: typeof fetch) => ({
  api: hc<ApiRoutes>('/api', { fetch: adminFetch }),
  accountApi: hc<AccountRoutes>('/api/account', { fetch: adminFetch }),
});

/** The API clients of the admin's pages. */
export interface AdminSession extends ReturnType<typeof createClients> {
  /** Like `fetch`, but asks to sign in again if the session has ended. */
  adminFetch: typeof fetch;
  /** Asks to sign in again. Returns whether the user did. */
  askToSignIn: () => Promise<boolean>;
  /** Called before signing out: sends no further requests. */
  leave: () => void;
  /** Aborted by `leave`. */
  leaving: AbortSignal;
}

export type AdminApi = AdminSession['api'];

export const AdminSessionContext = createContext<AdminSession | undefined>(undefined);

/** Returns the session. Throws outside a `SessionGuard`. */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('useAdminSession needs a SessionGuard around it');
  return session;
}
