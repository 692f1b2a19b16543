import type { UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Candle } from '#ui/candle.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { useRecords } from './use-records.ts';

const grids = {
  one: 'grid gap-4',
  two: 'grid gap-4 xl:grid-cols-2',
  three: 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3',
  four: 'grid gap-4 grid-cols-2 md:grid-cols-3 xl:grid-cols-4',
};

export interface RecordListProps<Item> {
  records: Omit<ReturnType<typeof useRecords>, 'items'> & { items: Item[] | undefined };
  label?: string;
  emptyText?: string;
  columns?: keyof typeof grids | undefined;
  placeholders?: number | undefined;
  /** Shows a row. `onDelete` asks before it deletes, and `name` identifies the row. */
  children: (item: Item, onDelete: (name: string) => void) => ReactNode;
}

/** A list of the admin, which handles loading, errors, an empty list and more pages. */
export function RecordList<Item extends { id: string }>({
  records,
  label = records.label,
  emptyText = `No ${records.label.toLowerCase()} found.`,
  columns = 'three',
  placeholders = 3,
  children,
}: RecordListProps<Item>) {
  const { items, isFailed, isFetching } = records;
  const { ref, rememberRow } = useFocusAfterRemoval(items?.length ?? 0);
  return (
    <section ref={ref} tabIndex={-1} aria-label={label}>
      {isFailed && (
        <div className="mb-4">
          <FailedNotice
            text={
              items === undefined
                ? 'This list could not be loaded.'
                : 'This list could not be refreshed.'
            }
            query={records}
          />
        </div>
      )}
      {items === undefined && !isFailed && (
        <ListSkeleton count={placeholders} className={grids[columns]} />
      )}
      {items?.length === 0 && <EmptyBox>{emptyText}</EmptyBox>}
      {items !== undefined && items.length > 0 && (
        <ul className={grids[columns]}>
          {items.map((item, index) => (
            <li
              key={item.id}
              tabIndex={-1}
              onFocus={() => rememberRow(index)}
              className="min-w-0 rounded-sm"
            >
              {children(item, (name) => records.remove(item.id, name))}
            </li>
          ))}
        </ul>
      )}
      {records.hasMore && items !== undefined && (
        <div className="mt-8 grid justify-items-center">
          <Button variant="secondary" onClick={records.readMore} aria-disabled={isFetching}>
            {isFetching ? 'Loading...' : 'Load more'}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Moves the focus from a removed row to the row in its place, or to the list. */
export function useFocusAfterRemoval(count: number) {
  const ref = useRef<HTMLElement>(null);
  const before = useRef(count);
  const row = useRef(0);
  useEffect(() => {
    const hasShrunk = count < before.current;
    before.current = count;
    if (!hasShrunk || !isFocusLost()) return;
    const rows = ref.current?.querySelector('ul')?.children;
    const next = rows?.[Math.min(row.current, count - 1)];
    (next instanceof HTMLElement ? next : ref.current)?.focus({ preventScroll: true });
  }, [count]);
  const rememberRow = (index: number) => {
    row.current = index;
  };
  return { ref, rememberRow };
}

/** Shown instead of an empty list. */
export const EmptyBox = ({ children }: { children: ReactNode }) => (
  <div className="grid justify-items-center gap-4 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-12 text-center text-muted">
    <Candle className="h-8 w-3" />
    <p>{children}</p>
  </div>
);

/** Placeholders while a list loads. */
export const ListSkeleton = ({ count, className }: { count: number; className: string }) => (
  <div role="status">
    <p className="sr-only">Loading</p>
    <div className={className}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div
          key={index}
          data-testid="admin-skeleton"
          className="grid gap-4 rounded-sm border border-hairline bg-surface p-6"
        >
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-16" />
        </div>
      ))}
    </div>
  </div>
);

interface FailedNoticeProps {
  text: string;
  query: { isFetching: boolean; refetch: () => unknown };
}

/** An error with a Retry button. */
export const FailedNotice = ({ text, query: { isFetching, refetch } }: FailedNoticeProps) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-4 rounded-sm border border-danger bg-danger-wash px-5 py-4"
  >
    <p className="font-medium text-danger">{text}</p>
    <Button variant="secondary" onClick={() => void refetch()} aria-disabled={isFetching}>
      <RefreshCw className="size-4" />
      {isFetching ? 'Loading...' : 'Retry'}
    </Button>
  </div>
);

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  /** The message if the data could not be loaded. */
  failed: string;
  /** The placeholder, or its classes. */
  skeleton?: ReactNode;
  children: (data: Data & {}) => ReactNode;
}

/**
 * Shows the data of a query, a placeholder until it has loaded, or an error with a Retry button.
 */
export const Loaded = <Data,>({ query, failed, skeleton, children }: LoadedProps<Data>) => (
  <>
    {query.isError && <FailedNotice text={failed} query={query} />}
    {query.data
      ? children(query.data)
      : !query.isError &&
        (typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton)}
  </>
);
