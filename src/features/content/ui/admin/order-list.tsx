import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ReactNode, useState } from 'react';
import { type AdminApi, messageOf, useAdminSession } from '#features/admin-ui/ui/index.ts';
import { DragHandle, MoveButtons, SortableList } from '#ui/sortable-list.tsx';
import { toast } from '#ui/toast.ts';

/** The tables whose order the mentor sets. */
export type OrderedTable = 'courses' | 'testimonials';

export interface OrderListProps<Item extends { id: string }> {
  table: OrderedTable;
  label: string;
  items: readonly Item[];
  /** The name of an item; `index` counts from 0. */
  nameOf: (item: Item, index: number) => string;
  show: (item: Item, index: number) => ReactNode;
}

/** The rows of a table, to be sorted. Each move is saved immediately. */
export function OrderList<Item extends { id: string }>({
  table,
  label,
  items,
  nameOf,
  show,
}: OrderListProps<Item>) {
  const { shown, move } = useOrder({
    list: table,
    table,
    items,
    send: (api, ids) => parseResponse(api[table].order.$put({ json: { ids } })),
  });
  const named = shown.map((item) => ({
    id: item.id,
    item,
    name: nameOf(item, items.indexOf(item)),
  }));
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        <span className="max-sm:hidden">Drag rows by the handle or use the arrows. </span>
        <span className="sm:hidden">Move rows with the arrows. </span>
        <span>Changes are live right away.</span>
      </p>
      <SortableList label={label} items={named} onMove={move} className="grid gap-2">
        {({ item }, index) => (
          <div className="flex min-h-16 items-center gap-2 rounded-sm border border-hairline bg-surface py-2 pr-1 max-sm:pl-3">
            <DragHandle />
            <div className="min-w-0 flex-1">{show(item, index)}</div>
            <MoveButtons />
          </div>
        )}
      </SortableList>
    </div>
  );
}

interface OrderOptions<Item extends { id: string }> {
  /** Identifies the list. */
  list: string;
  /** The first key of its query. */
  table: string;
  items: readonly Item[];
  send: (api: AdminApi, ids: string[]) => Promise<unknown>;
}

/** Shows a list in the order that is being saved. If saving fails, the previous order returns. */
export function useOrder<Item extends { id: string }>({
  list,
  table,
  items,
  send,
}: OrderOptions<Item>) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<string[]>();
  const toastId = `${list}-order`;
  const mutationKey = [table, 'order', list];
  const { mutate } = useMutation({
    mutationKey,
    // One request after the other, so that the last order wins.
    scope: { id: toastId },
    mutationFn: (ids: string[]) => send(api, ids),
    onSuccess: () => toast.success('Order saved', { id: toastId }),
    onError: (error) =>
      toast.error('Failed to save the order', { id: toastId, description: messageOf(error) }),
    async onSettled() {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      await queryClient.invalidateQueries({ queryKey: [table] });
      setWanted(undefined);
    },
  });
  const positions = new Map(wanted?.map((id, index) => [id, index]));
  const positionOf = ({ id }: Item) => positions.get(id) ?? -1;
  const shown = wanted ? items.toSorted((a, b) => positionOf(a) - positionOf(b)) : items;
  return {
    shown,
    /** Moves an item to another position. Both count from 0. */
    move(from: number, to: number): void {
      const ids = shown.map(({ id }) => id);
      ids.splice(to, 0, ...ids.splice(from, 1));
      setWanted(ids);
      mutate(ids);
    },
  };
}
