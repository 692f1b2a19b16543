import { QueryCache, QueryClient } from '@tanstack/react-query';
import { DetailedError } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import { noAnswer } from '../forms/problem.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `plural`: what is read, where it is said once for every failure. */
    queryMeta: { plural?: string };
  }
}

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

/** Returns what keeps what the admin has read. Changes come by themselves (`useLiveUpdates`). */
export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError(_, { meta }) {
        if (meta?.plural)
          toast.error(`Failed to fetch ${meta.plural}`, { id: `fetch-${meta.plural}` });
      },
    }),
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: pauseBeforeRetry,
        gcTime: keepUnusedMs,
        staleTime: 30_000,
      },
    },
  });

/** Returns the status of an answer that was no success; nothing when there was no answer at all. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof DetailedError ? Number(error.statusCode) : undefined;

function readProblemPart(error: unknown, name: 'code' | 'detail'): string | undefined {
  const data: unknown = error instanceof DetailedError ? error.detail?.data : undefined;
  return data instanceof Object && name in data ? String(Reflect.get(data, name)) : undefined;
}

/** Returns the kind of problem that an answer names; nothing when there was no answer. */
export const codeOf = (error: unknown) => readProblemPart(error, 'code');

/** Returns what the server says about a refusal, or why there was no answer. */
export const messageOf = (error: unknown): string =>
  readProblemPart(error, 'detail') ??
  (statusOf(error) === undefined ? noAnswer.title : 'Something went wrong. Try again.');
