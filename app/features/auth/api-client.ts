import { DetailedError, hc } from 'hono/client';
import { useMemo } from 'react';
import type { AccountRoutes, ApiRoutes } from '#server/http/page-context.ts';
import { useAdminSession } from './session-guard.tsx';

/** Returns the typed calls of the API, for the pages of the admin. `parseResponse` reads their answers. */
export function useAdminApi() {
  const { adminFetch } = useAdminSession();
  return useMemo(() => hc<ApiRoutes>('/api', { fetch: adminFetch }), [adminFetch]);
}

export type AdminApi = ReturnType<typeof useAdminApi>;

/** The same for the account area. */
export function useAccountApi() {
  const { adminFetch } = useAdminSession();
  return useMemo(() => hc<AccountRoutes>('/api/account', { fetch: adminFetch }), [adminFetch]);
}

/** Returns the status of an answer that was no success; nothing when there was no answer at all. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof DetailedError ? Number(error.statusCode) : undefined;

/** A part of the problem document (RFC 9457) of a refusal. */
function readProblemPart(error: unknown, name: 'code' | 'detail'): string | undefined {
  const data: unknown = error instanceof DetailedError ? error.detail?.data : undefined;
  return data instanceof Object && name in data ? String(Reflect.get(data, name)) : undefined;
}

/** Returns the kind of problem that an answer names; nothing when there was no answer. */
export const codeOf = (error: unknown) => readProblemPart(error, 'code');

/** Returns what the server says about a refusal, or why there was no answer. */
export const messageOf = (error: unknown): string =>
  readProblemPart(error, 'detail') ??
  (statusOf(error) === undefined
    ? 'The site cannot be reached just now.'
    : 'Something went wrong.');
