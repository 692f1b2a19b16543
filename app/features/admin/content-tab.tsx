import { ArrowUpDown, Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Contained } from '#app/ui/contained.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { statusOf } from '../auth/query-client.ts';
import { forgetDrafts } from '../forms/draft.ts';
import { type OrderedTable, OrderList, type OrderListProps } from './order-list.tsx';
import { EmptyBox, FailedNotice, RecordList, type RecordListProps } from './record-list.tsx';
import { type ContentTable, type OpenedForm, useEditedRecord } from './use-edited-record.ts';
import {
  capitalise,
  type RecordsOptions,
  type RowOf,
  useRecords,
  withDrafts,
} from './use-records.ts';

interface RecordFormSlotProps<Name extends ContentTable> {
  table: Name;
  noun: string;
  children: (opened: OpenedForm<RowOf<Name>>) => ReactNode;
}

/** The form of a table: for a new record, or for the one that the URL names. */
export function RecordFormSlot<Name extends ContentTable>({
  table,
  noun,
  children,
}: RecordFormSlotProps<Name>) {
  const { id, key, opened, error, retry, isReading, close } = useEditedRecord(table, noun);
  if (id === undefined || opened)
    return (
      <Contained
        key={opened ? key : 'new'}
        fallback={(retry) => <BrokenForm {...{ noun, retry }} />}
      >
        {children(opened ?? {})}
      </Contained>
    );
  if (!error) return <FormSkeleton />;
  if (statusOf(error) !== 404) {
    const text = `This ${noun} could not be loaded.`;
    return <FailedNotice {...{ text, retry, isReading }} />;
  }
  return (
    <EmptyBox>
      <span className="grid justify-items-center gap-4">
        {capitalise(noun)} not found.
        <Button variant="secondary" onClick={close}>
          Write a new one
        </Button>
      </span>
    </EmptyBox>
  );
}

/** Instead of a form that cannot be shown, perhaps for what was typed into it. */
const BrokenForm = ({ noun, retry }: { noun: string; retry: () => void }) => (
  <EmptyBox>
    <span className="grid justify-items-center gap-4">
      The form could not be shown. If that happens again, the draft that this device keeps is the
      cause.
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          forgetDrafts(`admin-${noun}`);
          retry();
        }}
      >
        Discard draft
      </Button>
    </span>
  </EmptyBox>
);

const FormSkeleton = () => (
  <div
    role="status"
    className="grid gap-5 rounded-sm border border-hairline bg-surface px-5 py-6 lg:p-7"
  >
    <p className="sr-only">Loading</p>
    <Skeleton className="h-7 w-2/5" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-24" />
  </div>
);

type RowOrder<Name extends ContentTable> = Pick<OrderListProps<RowOf<Name>>, 'nameOf' | 'show'>;

interface ContentTabProps<Name extends ContentTable>
  extends RecordsOptions,
    Pick<RecordListProps<RowOf<Name>>, 'columns' | 'placeholders' | 'children'> {
  table: Name;
  form: RecordFormSlotProps<Name>['children'];
  /** How a row looks while the list is put in order; absent where the order is not the mentor's. */
  order?: Name extends OrderedTable ? RowOrder<Name> : never;
}

/** Lists that the mentor puts in order are read whole: as many as the API gives at once. */
const wholeList = { limit: '200' };

/** A tab of content: a form that adds to a table, and the table. On phones the form stands above. */
export function ContentTab<Name extends ContentTable>({
  table,
  form,
  columns,
  placeholders,
  order,
  children,
  ...options
}: ContentTabProps<Name>) {
  const query = { ...withDrafts, ...(order && wholeList) };
  const records = useRecords(table, { ...options, query });
  const [isOrdering, setIsOrdering] = useState(false);
  const canOrder = order && !records.hasMore && (records.items?.length ?? 0) > 1;
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <RecordFormSlot table={table} noun={options.noun}>
          {form}
        </RecordFormSlot>
      </div>
      <div className="grid min-w-0 gap-4">
        {canOrder && (
          <Button
            variant="secondary"
            onClick={() => setIsOrdering(!isOrdering)}
            className="justify-self-start"
          >
            {isOrdering ? <Check className="size-4.5" /> : <ArrowUpDown className="size-4.5" />}
            {isOrdering ? 'Done' : 'Change order'}
          </Button>
        )}
        {canOrder && isOrdering ? (
          <OrderList
            {...(order as RowOrder<Name>)}
            table={table as OrderedTable}
            label={records.label}
            items={records.items ?? []}
            ids={records.ids ?? []}
          />
        ) : (
          <RecordList {...{ records, columns, placeholders }}>{children}</RecordList>
        )}
      </div>
    </div>
  );
}
