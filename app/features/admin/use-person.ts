import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { PeopleQuery, PersonSearch } from '#domain/person.ts';
import { codeOf, isWorthRetrying, messageOf } from '../auth/query-client.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';

export type Person = InferResponseType<AdminApi['people']['search']['$post'], 200>;

const personKey = (search: PersonSearch) => ['people', 'search', search];

/** Returns the clients that match a search, page by page, as a list shows them. */
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
    /** Nobody is deleted from the list. */
    remove: () => {},
  };
}

/** Returns everything that is kept about somebody. */
export function usePerson(search: PersonSearch) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: personKey(search),
    queryFn: ({ signal }) =>
      parseResponse(api.people.search.$post({ json: search }, { init: { signal } })),
    retry: isWorthRetrying,
    // What is erased and corrected is what stands there now.
    staleTime: 0,
  });
}

/** Returns what is left of those who were erased. */
export function useErasures() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['people', 'erasures'],
    queryFn: ({ signal }) => parseResponse(api.people.erasures.$get({}, { init: { signal } })),
  });
}

/** Returns the requests that wait for an answer. */
export function usePersonRequests() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['people', 'requests'],
    queryFn: ({ signal }) => parseResponse(api.people.requests.$get({}, { init: { signal } })),
  });
}

/** Marks a request as answered; the notice offers Undo. */
export function useAnswer() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['people'] });
  const answer = api.people.requests[':id'].answer;

  async function reopen(id: string): Promise<void> {
    try {
      await parseResponse(answer.$delete({ param: { id } }));
    } catch (error) {
      toast.error(`The request could not be opened again: ${messageOf(error)}`);
    }
    await readAgain();
  }

  return useMutation({
    mutationFn: (id: string) => parseResponse(answer.$put({ param: { id } })),
    onSuccess: (_, id) =>
      toast.success('Request marked as answered', {
        id: `answer-${id}`,
        action: { label: 'Undo', onClick: () => void reopen(id) },
      }),
    onError: (error) => toast.error(`The request could not be marked: ${messageOf(error)}`),
    onSettled: readAgain,
  });
}

/** Returns what erases a person, as they were shown. */
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
      await queryClient.invalidateQueries({ queryKey: personKey(search) });
    },
  });
}

/** Returns what saves everything that is kept about a person as a file. */
export function useExport(search: PersonSearch, fileName: string) {
  const { api } = useAdminSession();
  return useMutation({
    async mutationFn() {
      const response = await api.people.export.$post({ json: search });
      if (!response.ok) await parseResponse(response);
      const url = URL.createObjectURL(await response.blob());
      const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
      link.click();
      URL.revokeObjectURL(url);
    },
    onError: (error) => toast.error(`Failed to export: ${messageOf(error)}`),
  });
}
