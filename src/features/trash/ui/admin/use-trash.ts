import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import {
  type AdminApi,
  codeOf,
  messageOf,
  statusOf,
  type Table,
  useAdminSession,
  useChange,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import type { LegalSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/admin/index.ts';
import type { TrashEntry, TrashKind } from '#features/trash/rules/trash.ts';
import { describeRetention } from '#rules/retention.ts';
import { toast } from '#ui/toast.ts';

/** The labels of the kinds of entries. */
export const trashLabels: Record<TrashKind, string> = {
  leads: 'Leads',
  bookings: 'Bookings',
  events: 'Events',
  courses: 'Courses',
  blog_posts: 'Posts',
  testimonials: 'Testimonials',
  videos: 'Videos',
  freebies: 'Freebies',
};

/** Returns the label of a single entry, such as `Lead`. */
export const trashLabelOf = (kind: TrashKind) => trashLabels[kind].slice(0, -1);

/** Returns the noun for a single entry within a sentence, such as `lead`. */
export const trashNounOf = (kind: TrashKind) => trashLabelOf(kind).toLowerCase();

/** Returns how long a deleted record can be restored, to end a sentence: ` for 30 days`. */
export function useTrashSpan(): string {
  const { data } = useSectionState<LegalSettings>('legal');
  return data ? ` for ${describeRetention(data.value.retention, 'trashDays')}` : '';
}

/** Returns the number of entries of each kind; undefined until loaded. */
export const useTrashCounts = () =>
  useRead(['trash', 'counts'], (api, init) => api.trash.counts.$get({}, init)).data;

/** Entries that are restored together. */
interface Restoration {
  kind: TrashKind;
  ids: readonly string[];
  name: string;
}

/** Returns a function that restores entries from the trash. Its notification offers Undo. */
export function useRestoration() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const readAgain = (table: Table) =>
    Promise.all([table, 'trash'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

  async function undo({ kind, ids, name }: Restoration): Promise<void> {
    const resource: AdminApi[Table] = api[kind];
    try {
      for (const id of ids) await parseResponse(resource[':id'].$delete({ param: { id } }));
    } catch (error) {
      // Already deleted on another device.
      if (statusOf(error) !== 404)
        toast.error(`Failed to delete ${trashNounOf(kind)}`, { description: name });
    }
    await readAgain(kind);
  }

  const labelOf = ({ kind, ids }: Restoration) =>
    ids.length > 1 ? trashLabels[kind] : trashLabelOf(kind);

  return useMutation({
    mutationFn: ({ kind, ids }: Restoration) =>
      parseResponse(
        api.trash[':kind'].restorations.$post(
          { param: { kind }, json: { ids: [...ids] } },
          { init: { keepalive: true } },
        ),
      ),
    onSuccess({ gone }, restored) {
      const { kind, ids, name } = restored;
      const id = `delete-${ids.join()}`;
      if (gone.length > 0)
        toast.error(`Failed to restore ${labelOf(restored).toLowerCase()}`, {
          id,
          description: `${gone.length} of ${ids.length} no longer in the trash.`,
        });
      else
        toast.success(`${labelOf(restored)} restored`, {
          id,
          description: `${name}. Back in ${trashLabels[kind]}.`,
          action: { label: 'Undo', onClick: () => void undo(restored) },
        });
    },
    onError: (error, restored) =>
      toast.error(`Failed to restore ${labelOf(restored).toLowerCase()}: ${messageOf(error)}`, {
        id: `delete-${restored.ids.join()}`,
        description: restored.name,
      }),
    onSettled: (_, __, { kind }) => readAgain(kind),
  });
}

/** Returns a mutation that deletes an entry permanently. */
export function useDeletionForGood() {
  return useChange({
    keys: ['trash'],
    send: (api, { entry: { kind, id } }: { entry: TrashEntry; name: string }) =>
      parseResponse(api.trash[':kind'][':id'].$delete({ param: { kind, id } })).catch(
        (error: unknown) => {
          // Already deleted or restored on another device.
          if (statusOf(error) !== 404) throw error;
        },
      ),
    saved: (_, { name }) => toast.success('Deleted permanently', { description: name }),
    failed(error, { entry, name }) {
      const isPicture = entry.kind === 'testimonials' && codeOf(error) === 'file-not-deleted';
      const what = isPicture ? 'image from storage' : trashNounOf(entry.kind);
      toast.error(`Failed to delete ${what}: ${messageOf(error)}`, { description: name });
    },
  });
}

const entries = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/**
 * Returns a mutation that permanently deletes everything that was in the trash when it was counted.
 */
export function useEmptying() {
  return useChange({
    keys: ['trash'],
    async send(api, countedAt: string) {
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
    saved({ deleted, failed }) {
      const description = `${entries(deleted)} deleted permanently.`;
      if (failed === 0) toast.success('Trash emptied', { description });
      else
        toast.error(
          `${entries(failed)} could not be deleted: the files are briefly unavailable. Please try again in a moment.`,
          { description },
        );
    },
    failed: 'Failed to empty the trash',
  });
}
