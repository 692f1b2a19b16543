import type { QueryClient } from '@tanstack/react-query';

/**
 * Refetches queries whose data may have changed. Waits for running requests first: refetching a
 * list cancels the next page that it loads. A request that fails meanwhile has already been
 * retried, so it is not sent again.
 */
export async function refetchChanged(
  queryClient: QueryClient,
  filters: { queryKey?: string[] },
  leaving: AbortSignal,
): Promise<void> {
  const running = { ...filters, fetchStatus: 'fetching' } as const;
  const waited = queryClient.getQueryCache().findAll(running);
  await queryClient.refetchQueries(running, { cancelRefetch: false });
  if (leaving.aborted) return;
  const failed = new Set(waited.filter(({ state }) => state.status === 'error'));
  await queryClient.invalidateQueries({ ...filters, predicate: (query) => !failed.has(query) });
}
