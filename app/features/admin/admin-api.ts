import { DetailedError, hc } from 'hono/client';
import { useMemo } from 'react';
import type { ApiRoutes } from '#server/http/api.ts';
import { useAdminFetch } from '../auth/session-guard.tsx';

/**
 * The typed calls of the API, for the pages of the admin. `parseResponse` reads their answers.
 * A session that has ended is begun again in place.
 */
export function useAdminApi() {
  const adminFetch = useAdminFetch();
  return useMemo(() => hc<ApiRoutes>('/api', { fetch: adminFetch }), [adminFetch]);
}

export type AdminApi = ReturnType<typeof useAdminApi>;

/** The status of an answer that was no success; nothing when there was no answer at all. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof DetailedError ? Number(error.statusCode) : undefined;

/** The kind of problem that an answer names; nothing when there was no answer. */
export function codeOf(error: unknown): string | undefined {
  const data: unknown = error instanceof DetailedError ? error.detail?.data : undefined;
  return data instanceof Object && 'code' in data ? String(data.code) : undefined;
}

/** What the server says about a refusal, or why there was no answer. */
export function messageOf(error: unknown): string {
  const data: unknown = error instanceof DetailedError ? error.detail?.data : undefined;
  if (data instanceof Object && 'detail' in data) return String(data.detail);
  return statusOf(error) === undefined
    ? 'The site cannot be reached just now.'
    : 'Something went wrong.';
}
