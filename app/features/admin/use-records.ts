import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import { useEffect, useState } from 'react';
import type { ListPage } from '#domain/list-page.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { type Deletion, useDeletions } from './deletions.tsx';

/** The tables that the admin lists, by their names in the API: those whose rows can be deleted. */
export type Table = {
  [Name in keyof AdminApi]: AdminApi[Name] extends { $get: unknown; ':id': object } ? Name : never;
}[keyof AdminApi];

export type RowOf<Name extends Table> = InferResponseType<
  AdminApi[Name]['$get'],
  200
>['items'][number];

export interface RecordsOptions {
  noun: string;
  /** What several of them are called, where that is not the noun with an s. */
  plural?: string;
  query?: Record<string, string | undefined>;
  /** What the question before a deletion says, where it does not lead into the trash. */
  question?: Deletion['question'];
  /** What is said of a deletion, where that differs from one table to the next. */
  deleted?: string;
  deletionFailed?: Deletion['failed'];
}

/** Includes what visitors do not see yet. */
export const withDrafts = { drafts: 'true' } as const;

export const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Reads a table of the admin page by page, and deletes its rows. */
export function useRecords<Name extends Table>(
  table: Name,
  {
    noun,
    plural = `${noun}s`,
    query = {},
    question,
    deleted = `${capitalise(noun)} deleted successfully`,
    deletionFailed = () => `Failed to delete ${noun}`,
  }: RecordsOptions,
) {
  const resource: AdminApi[Table] = useAdminSession().api[table];
  const { ask, isHidden } = useDeletions();
  const list = useInfiniteQuery({
    queryKey: [table, 'list', query],
    meta: { plural },
    queryFn: async ({ pageParam: cursor, signal }) => {
      const answer = await resource.$get({ query: { ...query, cursor } }, { init: { signal } });
      return (await parseResponse(answer)) as ListPage<RowOf<Name>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  const readMore = useReadMore(list, JSON.stringify(query));
  const read = list.data?.pages.flatMap(({ items }) => items);
  return {
    label: capitalise(plural),
    /** The rows read so far, without those being deleted; undefined before the first answer. */
    items: read?.filter(({ id }) => !isHidden(id)),
    /** The ids of all rows read, including those being deleted, which may come back. */
    ids: read?.map(({ id }) => id),
    isFailed: list.isError,
    isReading: list.isFetching,
    hasMore: list.hasNextPage,
    readMore,
    retry: () => void list.refetch(),
    /** Asks, then deletes the row. `name` says which one it is. */
    remove: (id: string, name: string) =>
      ask({
        ...{ ids: [id], table, noun, name, done: deleted, failed: deletionFailed },
        question,
        send: () =>
          parseResponse(resource[':id'].$delete({ param: { id } }, { init: { keepalive: true } })),
      }),
  };
}

/** Returns what loads one more page: it asks again when a refetch has cancelled the request. */
export function useReadMore(
  {
    data,
    hasNextPage,
    isFetching,
    isError,
    fetchNextPage,
  }: UseInfiniteQueryResult<InfiniteData<unknown>>,
  listKey: string,
): () => void {
  const pages = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState({ listKey, pages: 0 });
  const isWanted = wanted.listKey === listKey && wanted.pages > pages && hasNextPage;
  const isDue = isWanted && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  return () => {
    setWanted({ listKey, pages: pages + 1 });
    // After a failure only a press asks again.
    if (isError && !isFetching) void fetchNextPage();
  };
}
