import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { TrashEntry, TrashKind } from '#domain/trash.ts';
import { codeOf, messageOf, statusOf } from '../auth/query-client.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { trashWords } from './trash-words.ts';
import { capitalise, type Table, useReadMore } from './use-records.ts';

/** Returns what lies in the trash, read page by page, of all kinds or of one. */
export function useTrash(kind: TrashKind | undefined) {
  const { api } = useAdminSession();
  const list = useInfiniteQuery({
    queryKey: ['trash', 'list', kind],
    meta: { plural: 'trash' },
    queryFn: ({ pageParam: cursor, signal }) =>
      parseResponse(api.trash.$get({ query: { kind, cursor } }, { init: { signal } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  return {
    label: 'Trash',
    items: list.data?.pages.flatMap(({ items }) => items),
    isFailed: list.isError,
    isReading: list.isFetching,
    hasMore: list.hasNextPage,
    readMore: useReadMore(list, kind ?? 'all'),
    retry: () => void list.refetch(),
  };
}

/** Returns how much of each kind lies there; nothing before the first answer. */
export function useTrashCounts() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['trash', 'counts'],
    queryFn: ({ signal }) => parseResponse(api.trash.counts.$get({}, { init: { signal } })),
    placeholderData: (before) => before,
  }).data;
}

/** An entry, and which one it is in words. */
interface NamedEntry {
  entry: TrashEntry;
  name: string;
}

/** Returns what takes an entry out of the trash: at once, since its refusal is told at once. Its notice puts it back. */
export function useRestoration() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const readAgain = (table: Table) =>
    Promise.all([table, 'trash'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

  async function putBack({ entry: { kind, id }, name }: NamedEntry): Promise<void> {
    const resource: AdminApi[Table] = api[kind];
    try {
      await parseResponse(resource[':id'].$delete({ param: { id } }));
    } catch (error) {
      // Somebody else has deleted it meanwhile: it is where it was all the same.
      if (statusOf(error) !== 404)
        toast.error(`Failed to delete ${trashWords[kind].noun}`, { description: name });
    }
    await readAgain(kind);
  }

  return useMutation({
    mutationFn: ({ entry: { kind, id } }: NamedEntry) =>
      parseResponse(api.trash[':kind'][':id'].restoration.$post({ param: { kind, id } })),
    onSuccess(_, named) {
      const { noun, plural } = trashWords[named.entry.kind];
      toast.success(`${capitalise(noun)} restored`, {
        id: `delete-${named.entry.id}`,
        description: `${named.name}. Back in ${plural}.`,
        action: { label: 'Undo', onClick: () => void putBack(named) },
      });
    },
    onError: (error, { entry, name }) =>
      toast.error(`Failed to restore ${trashWords[entry.kind].noun}: ${messageOf(error)}`, {
        description: name,
      }),
    onSettled: (_, __, { entry }) => readAgain(entry.kind),
  });
}

/** Returns what deletes an entry for good. */
export function useDeletionForGood() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ entry: { kind, id } }: NamedEntry) =>
      parseResponse(api.trash[':kind'][':id'].$delete({ param: { kind, id } })).catch(
        (error: unknown) => {
          // Somebody else was faster: it is gone, or back where it was.
          if (statusOf(error) !== 404) throw error;
        },
      ),
    onSuccess: (_, { name }) => toast.success('Deleted permanently', { description: name }),
    onError(error, { entry, name }) {
      const isPicture = entry.kind === 'testimonials' && codeOf(error) === 'file-not-deleted';
      const what = isPicture ? 'image from storage' : trashWords[entry.kind].noun;
      toast.error(`Failed to delete ${what}: ${messageOf(error)}`, { description: name });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['trash'] }),
  });
}

const entries = (count: number) =>
  count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;

/** Returns what deletes for good all that lay in the trash when it was counted, round after round. */
export function useEmptying() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(countedAt: string) {
      const sum = { deleted: 0, failed: 0 };
      let cursor: string | undefined;
      do {
        const round = await parseResponse(
          api.trash.$delete({ query: { until: countedAt, cursor } }),
        );
        sum.deleted += round.deleted;
        sum.failed += round.failed;
        cursor = round.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return sum;
    },
    onSuccess({ deleted, failed }) {
      const description = `${entries(deleted)} deleted permanently.`;
      if (failed === 0) toast.success('Trash emptied', { description });
      else
        toast.error(
          `${entries(failed)} could not be deleted: the files are briefly unavailable. Please try again in a moment.`,
          { description },
        );
    },
    onError: (error) => toast.error(`Failed to empty the trash: ${messageOf(error)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['trash'] }),
  });
}
