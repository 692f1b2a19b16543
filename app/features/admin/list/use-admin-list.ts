import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import type { ListPage } from '#domain/list-page.ts';
import { useDeletions } from './deletions.tsx';

interface AdminListOptions<Item> {
  /** The table: its changes make the list read itself again. */
  table: string;
  /** What "Failed to fetch …" names. */
  what: string;
  /** Which of its rows, where a list shows but some. */
  filter?: Record<string, string | undefined>;
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;
}

/** A list of the admin, read page by page. */
export interface AdminList<Item> {
  what: string;
  /** What was read so far, without what is being deleted; nothing before the first answer. */
  items: Item[] | undefined;
  isFailed: boolean;
  isReading: boolean;
  hasMore: boolean;
  readMore: () => void;
  retry: () => void;
}

/**
 * The one way a tab reads its rows. A list that could not be read says so in a notification,
 * and shows what it had.
 */
export function useAdminList<Item extends { id: string }>({
  table,
  what,
  filter,
  readPage,
}: AdminListOptions<Item>): AdminList<Item> {
  const { isHidden } = useDeletions();
  const query = useInfiniteQuery({
    queryKey: [table, 'list', filter ?? {}],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Item>) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  useFailureToast(what, query.isError ? query.errorUpdatedAt : undefined);
  const readMore = useMore(query, JSON.stringify(filter));
  return {
    what,
    items: query.data?.pages.flatMap(({ items }) => items).filter(({ id }) => !isHidden(id)),
    isFailed: query.isError,
    isReading: query.isFetching,
    hasMore: query.hasNextPage,
    readMore,
    retry: () => void query.refetch(),
  };
}

/**
 * Asks for one page more than there is. A change that is read meanwhile gives up the page that is
 * on its way, so the wish is kept until it is met, as long as the list is the same.
 */
function useMore(
  query: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    'data' | 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'
  >,
  listKey: string | undefined,
): () => void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  const [wish, setWish] = useState({ listKey, pages: 0 });
  const isWanted = wish.listKey === listKey && wish.pages > pages && hasNextPage;
  const isDue = isWanted && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  return () => {
    setWish({ listKey, pages: pages + 1 });
    // After a failure nothing is asked by itself, but it is on demand.
    if (isError && !isFetching) void fetchNextPage();
  };
}

/** Says once for every failure that a list could not be read. */
export function useFailureToast(what: string, failedAt: number | undefined): void {
  useEffect(() => {
    if (failedAt !== undefined) toast.error(`Failed to fetch ${what}`, { id: `fetch-${what}` });
  }, [what, failedAt]);
}
