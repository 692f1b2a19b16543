import { QueryCache, QueryClient } from '@tanstack/react-query';
import { DetailedError } from 'hono/client';
import { noAnswer } from '#features/forms/ui/index.ts';
import { toast } from '#ui/toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `plural` names the data in error messages. */
    queryMeta: { plural?: string };
  }
}

const retries = 3;
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/** On the server, a timer would keep the process running. */
const keepUnusedMs = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 5 * 60_000;

/** Returns the delay before the next retry, in milliseconds. It doubles from 1 s up to 30 s. */
export const pauseBeforeRetry = (failures: number) =>
  Math.min(firstPauseMs * 2 ** failures, maxPauseMs);

/** Whether to retry. A 4xx response would only be repeated. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const status = statusOf(error);
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return failures < retries && !isRefusal;
}

const failureId = (plural: string) => `fetch-${plural}`;

/** Creates the admin's query client. `useLiveUpdates` invalidates its queries. */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError(_, { meta }) {
      if (meta?.plural)
        toast.error(`Failed to fetch ${meta.plural}`, { id: failureId(meta.plural) });
    },
  });
  // A new attempt outdates the message about the last one.
  queryCache.subscribe((event) => {
    const { plural } = event.query.meta ?? {};
    if (plural && event.type === 'updated' && event.action.type === 'fetch')
      toast.dismiss(failureId(plural));
  });
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: pauseBeforeRetry,
        gcTime: keepUnusedMs,
        staleTime: 30_000,
      },
    },
  });
}

/** Returns the status of an error response; undefined without a response. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof DetailedError ? Number(error.statusCode) : undefined;

function readProblemPart(error: unknown, name: 'code' | 'detail'): string | undefined {
  const data: unknown = error instanceof DetailedError ? error.detail?.data : undefined;
  return data instanceof Object && name in data ? String(Reflect.get(data, name)) : undefined;
}

/** Returns the error code of a response; undefined without a response. */
export const codeOf = (error: unknown) => readProblemPart(error, 'code');

/** Returns the error message to show. */
export const messageOf = (error: unknown): string =>
  readProblemPart(error, 'detail') ??
  (statusOf(error) === undefined ? noAnswer.title : 'Something went wrong. Try again.');
