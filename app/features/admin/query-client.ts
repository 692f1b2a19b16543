import { QueryClient } from '@tanstack/react-query';
import { statusOf } from '../auth/api-client.ts';

const retries = 3;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** On the server nothing is kept after the answer, and no timer may keep the process alive. */
const keepUnusedMs = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 5 * 60_000;

/** Before the repeat after `failures` failed tries, in milliseconds: from 1 s, doubled, up to 30 s. */
export const pauseBeforeRetry = (failures: number) =>
  Math.min(firstPauseMs * 2 ** failures, longestPauseMs);

/** Whether it is worth asking again: a refusal (4xx) would only be repeated. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const status = statusOf(error);
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return failures < retries && !isRefusal;
}

/** What the admin has read, and when it is read again. Changes come by themselves (see live/). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: pauseBeforeRetry,
        gcTime: keepUnusedMs,
        staleTime: 30_000,
      },
    },
  });
