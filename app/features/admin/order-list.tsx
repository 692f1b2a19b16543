import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type ReactNode, useState } from 'react';
import { DragHandle, MoveButtons, SortableList } from '#app/ui/sortable-list.tsx';
import { toast } from '#app/ui/toast.ts';
import { codeOf, messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';

/** The tables whose order the mentor sets. */
export type OrderedTable = 'courses' | 'testimonials';

export interface OrderListProps<Item extends { id: string }> {
  table: OrderedTable;
  label: string;
  items: readonly Item[];
  /** All ids of the table, including those of items that are hidden while they are deleted. */
  ids: readonly string[];
  /** Which one it is, in words; `index` counts from 0. */
  nameOf: (item: Item, index: number) => string;
  show: (item: Item, index: number) => ReactNode;
}

/** A table as a list of rows to put in order. Each move is saved right away. */
export function OrderList<Item extends { id: string }>({
  table,
  label,
  items,
  ids: allIds,
  nameOf,
  show,
}: OrderListProps<Item>) {
  const { shown, save } = useOrder(table, items);
  const named = shown.map((item) => ({
    id: item.id,
    item,
    name: nameOf(item, items.indexOf(item)),
  }));

  function move(from: number, to: number): void {
    const ids = shown.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    save(reorder(allIds, ids));
  }

  return (
    <div className="grid gap-3">
      <p className="text-muted">
        Drag rows by the handle or use the arrows. Changes are live right away.
      </p>
      <SortableList label={label} items={named} onMove={move} className="grid gap-2">
        {({ item }, index) => (
          <div className="flex min-h-16 items-center gap-2 rounded-sm border border-hairline bg-surface py-2 pr-1">
            <DragHandle />
            <div className="min-w-0 flex-1">{show(item, index)}</div>
            <MoveButtons />
          </div>
        )}
      </SortableList>
    </div>
  );
}

/** Reorders some of a list; the others keep their places. */
function reorder(all: readonly string[], some: readonly string[]): string[] {
  const moved = new Set(some);
  const next = some.values();
  return all.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}

/** Shows a list in the order that is being saved. When saving fails, the former order returns. */
function useOrder<Item extends { id: string }>(table: OrderedTable, items: readonly Item[]) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<string[]>();
  const { mutate } = useMutation({
    mutationKey: [table, 'order'],
    // One after the other: the last one wins.
    scope: { id: `${table}-order` },
    mutationFn: (ids: string[]) => parseResponse(api[table].order.$put({ json: { ids } })),
    onSuccess: () => toast.success('Order saved', { id: `${table}-order` }),
    onError: (error) =>
      toast.error('Failed to save the order', {
        id: `${table}-order`,
        description: messageOf(error),
      }),
    async onSettled(_, error) {
      const isLast = queryClient.isMutating({ mutationKey: [table, 'order'] }) === 1;
      if (!isLast && codeOf(error) !== 'order-outdated') return;
      await queryClient.invalidateQueries({ queryKey: [table] });
      setWanted(undefined);
    },
  });
  const place = new Map(wanted?.map((id, index) => [id, index]));
  const placeOf = ({ id }: Item) => place.get(id) ?? -1;
  return {
    shown: wanted ? items.toSorted((a, b) => placeOf(a) - placeOf(b)) : items,
    save(ids: string[]): void {
      setWanted(ids);
      mutate(ids);
    },
  };
}
