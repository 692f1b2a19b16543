import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { PeopleQuery, PersonSearch } from '#domain/person.ts';
import { codeOf, isWorthRetrying, messageOf } from '../auth/query-client.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';

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
    isReading: list.isFetching,
    hasMore: list.hasNextPage,
    readMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    /** People are not deleted from the list. */
    remove: () => {},
  };
}

/** Returns everything that is kept about a person. */
export function usePerson(search: PersonSearch) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['people', 'search', search],
    queryFn: ({ signal }) =>
      parseResponse(api.people.search.$post({ json: search }, { init: { signal } })),
    retry: isWorthRetrying,
    // What is erased or corrected must be what is there now.
    staleTime: 0,
  });
}

/** Returns the records of erasures. */
export function useErasures() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['people', 'erasures'],
    queryFn: ({ signal }) => parseResponse(api.people.erasures.$get({}, { init: { signal } })),
  });
}

/** Returns the data requests that wait for an answer. */
export function usePersonRequests() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['people', 'requests'],
    queryFn: ({ signal }) => parseResponse(api.people.requests.$get({}, { init: { signal } })),
  });
}

/** Marks a request as answered, and offers Undo. */
export function useAnswer() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const answer = api.people.requests[':id'].answer;
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['people'] });
  const reopening = useMutation({
    mutationFn: (id: string) => parseResponse(answer.$delete({ param: { id } })),
    onError: (error) => toast.error(`The request could not be opened again: ${messageOf(error)}`),
    onSettled,
  });
  return useMutation({
    mutationFn: (id: string) => parseResponse(answer.$put({ param: { id } })),
    onSuccess: (_, id) =>
      toast.success('Request marked as answered', {
        id: `answer-${id}`,
        action: { label: 'Undo', onClick: () => reopening.mutate(id) },
      }),
    onError: (error) => toast.error(`The request could not be marked: ${messageOf(error)}`),
    onSettled,
  });
}

/** Erases a person as they were shown. */
export function useErasure(search: PersonSearch, onErased: () => void) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (stamp: string) =>
      parseResponse(api.people.erasure.$post({ json: { ...search, stamp } })),
    async onSuccess() {
      toast.success('Person erased', { description: 'A record without their data stays below.' });
      onErased();
      queryClient.removeQueries({ queryKey: ['people', 'search'] });
      await queryClient.invalidateQueries();
    },
    async onError(error) {
      toast.error(
        codeOf(error) === 'edited-elsewhere'
          ? 'Something has changed since you opened this. Check it, then erase.'
          : `Failed to erase: ${messageOf(error)}`,
      );
      await queryClient.invalidateQueries({ queryKey: ['people', 'search'] });
    },
  });
}

/** Downloads everything that is kept about a person. */
export function useExport(search: PersonSearch) {
  const { api } = useAdminSession();
  return useMutation({
    async mutationFn() {
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
    onError: (error) => toast.error(`Failed to export: ${messageOf(error)}`),
  });
}
