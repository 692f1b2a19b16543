import { useInfiniteQuery } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import type { ListPage } from '#rules/list-page.ts';
import { type AdminApi, useAdminSession } from './admin-session.ts';
import { type Deletion, useDeletions } from './deletions.ts';

/** The tables that the admin lists, by their names in the API. */
export type Table = {
  [Name in keyof AdminApi]: AdminApi[Name] extends { $get: unknown; ':id': { $delete: unknown } }
    ? Name
    : never;
}[keyof AdminApi];

export type RowOf<Name extends Table> = InferResponseType<
  AdminApi[Name]['$get'],
  200
>['items'][number];

export interface RecordsOptions {
  noun: string;
  /** The plural, if it is not the noun with an "s". */
  plural?: string;
  query?: Record<string, string | undefined>;
  /** The confirmation text for tables whose rows do not go to the trash. */
  question?: Deletion['question'];
  /** The message after a deletion. */
  deleted?: string;
  deletionFailed?: Deletion['failed'];
}

export const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Reads a list page by page. `plural` names the rows in error messages. */
export function useList<Row>(
  queryKey: readonly unknown[],
  plural: string,
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  const list = useInfiniteQuery({
    queryKey,
    meta: { plural },
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  return {
    /** The rows loaded so far; undefined before the first response. */
    items: list.data?.pages.flatMap(({ items }) => items),
    isFailed: list.isError,
    isFetching: list.isFetching,
    hasMore: list.hasNextPage,
    readMore: () => void list.fetchNextPage(),
    refetch: () => void list.refetch(),
  };
}

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
  const { items, ...list } = useList([table, 'list', query], plural, async (cursor, signal) => {
    const answer = await resource.$get({ query: { ...query, cursor } }, { init: { signal } });
    return (await parseResponse(answer)) as ListPage<RowOf<Name>>;
  });
  return {
    label: capitalise(plural),
    ...list,
    /** The rows loaded so far, without those that are being deleted. */
    items: items?.filter(({ id }) => !isHidden(id)),
    /** Asks for confirmation, then deletes the row. `name` identifies it. */
    remove: (id: string, name: string) =>
      ask({
        ids: [id],
        table,
        noun,
        name,
        done: deleted,
        failed: deletionFailed,
        question,
        send: () =>
          parseResponse(resource[':id'].$delete({ param: { id } }, { init: { keepalive: true } })),
      }),
  };
}
