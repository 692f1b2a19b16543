import { hc } from 'hono/client';
import { useMemo } from 'react';
import type { AccountRoutes } from '#server/http/api.ts';
import { useAdminFetch } from '../auth/session-guard.tsx';

/** The typed calls of the account area. A session that has ended is asked for in place. */
export function useAccountApi() {
  const adminFetch = useAdminFetch();
  return useMemo(() => hc<AccountRoutes>('/api/account', { fetch: adminFetch }), [adminFetch]);
}
