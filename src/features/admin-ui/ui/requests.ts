import {
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ClientResponse, parseResponse } from 'hono/client';
import { toast } from '#ui/toast.ts';
import { type AdminApi, useAdminSession } from './admin-session.ts';
import { messageOf } from './query-client.ts';

type Answer = ClientResponse<unknown>;
type AnswerOf<Given extends Answer> = Awaited<ReturnType<typeof parseResponse<Given>>>;

/** Reads from the API. The key starts with the table whose changes trigger a refetch. */
export function useRead<Given extends Answer>(
  queryKey: readonly unknown[],
  read: (api: AdminApi, init: { init: { signal: AbortSignal } }) => Promise<Given>,
  options?: Omit<UseQueryOptions<AnswerOf<Given>>, 'queryKey' | 'queryFn'>,
): UseQueryResult<AnswerOf<Given>> {
  const { api } = useAdminSession();
  return useQuery({
    ...options,
    queryKey,
    queryFn: ({ signal }) =>
      parseResponse(read(api, { init: { signal } })) as Promise<AnswerOf<Given>>,
  });
}

interface ChangeOptions<Input, Output> {
  send: (api: AdminApi, input: Input) => Promise<Output>;
  /** The query keys to invalidate afterwards. */
  keys: readonly string[];
  /** The message after a success, or a callback. */
  saved?: string | ((output: Output, input: Input) => unknown);
  /** The message before the reason of a failure, or a callback. */
  failed?: string | ((error: Error, input: Input) => unknown);
}

/** Returns a mutation that shows its result and invalidates what it has changed. */
export function useChange<Output, Input = void>({
  send,
  keys,
  saved,
  failed,
}: ChangeOptions<Input, Output>) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(api, input),
    onSuccess: (output, input) =>
      typeof saved === 'function' ? saved(output, input) : saved && toast.success(saved),
    onError: (error, input) =>
      typeof failed === 'function'
        ? failed(error, input)
        : toast.error(`${failed ? `${failed}: ` : ''}${messageOf(error)}`),
    onSettled: () =>
      Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
}
