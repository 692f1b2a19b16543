import { useInfiniteQuery } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import {
  type AdminApi,
  codeOf,
  messageOf,
  useAdminSession,
  useChange,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import type { PeopleQuery, PersonSearch } from '#features/people/rules/person.ts';
import { toast } from '#ui/toast.ts';

export type Person = InferResponseType<AdminApi['people']['search']['$post'], 200>;

/** Returns the people who match a search, page by page, for a record list. */
export function usePeople(search: string) {
  const { api } = useAdminSession();
  const list = useInfiniteQuery({
    queryKey: ['people', 'list', search],
    queryFn: ({ pageParam: after, signal }) =>
      parseResponse(api.people.list.$post({ json: { search, after } }, { init: { signal } })),
    initialPageParam: undefined as PeopleQuery['after'],
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
  });
  const items = list.data?.pages.flatMap((page) => page.items);
  return {
    label: 'Clients',
    items: items?.map((person) => ({ id: person.email, ...person })),
    isFailed: list.isError,
    isFetching: list.isFetching,
    hasMore: list.hasNextPage,
    readMore: () => void list.fetchNextPage(),
    refetch: () => void list.refetch(),
    /** Rows cannot be deleted from this list. */
    remove: () => {},
  };
}

/** Returns all data about a person. */
export const usePerson = (search: PersonSearch) =>
  useRead(
    ['people', 'search', search],
    (api, init) => api.people.search.$post({ json: search }, init),
    // Erasing and correcting need the current data, and no data of an erased person may stay.
    { staleTime: 0, gcTime: 0 },
  );

/** Marks a request as answered, and offers Undo. */
export function useAnswer() {
  const reopening = useChange({
    keys: ['people'],
    send: (api, id: string) =>
      parseResponse(api.people.requests[':id'].answer.$delete({ param: { id } })),
    failed: 'The request could not be opened again',
  });
  return useChange({
    keys: ['people'],
    send: (api, id: string) =>
      parseResponse(api.people.requests[':id'].answer.$put({ param: { id } })),
    saved: (_, id) =>
      toast.success('Request marked as answered', {
        id: `answer-${id}`,
        action: { label: 'Undo', onClick: () => reopening.mutate(id) },
      }),
    failed: 'The request could not be marked',
  });
}

/** Erases the person that was shown. */
export const useErasure = (search: PersonSearch, onErased: () => void) =>
  useChange({
    keys: ['people'],
    send: (api, stamp: string) =>
      parseResponse(api.people.erasure.$post({ json: { ...search, stamp } })),
    saved() {
      toast.success('Person erased', { description: 'A record without their data is kept below.' });
      onErased();
    },
    failed: (error) =>
      toast.error(
        codeOf(error) === 'edited-elsewhere'
          ? 'Something has changed since you opened this. Check it, then erase.'
          : `Failed to erase: ${messageOf(error)}`,
      ),
  });

/** Downloads all data about a person. */
export const useExport = (search: PersonSearch) =>
  useChange({
    keys: [],
    async send(api) {
      const response = await api.people.export.$post({ json: search });
      if (!response.ok) await parseResponse(response);
      const url = URL.createObjectURL(await response.blob());
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: 'person.html',
      });
      link.click();
      URL.revokeObjectURL(url);
    },
    failed: 'Failed to export',
  });
