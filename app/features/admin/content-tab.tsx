import { ArrowUpDown, Check, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Contained } from '#app/ui/contained.tsx';
import { isFocusLost } from '#app/ui/focus.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { z } from '#domain/zod.ts';
import { statusOf } from '../auth/query-client.ts';
import { forgetDrafts } from '../forms/draft.ts';
import { useFacts } from '../shell/facts.ts';
import { ContentForm } from './content-form.tsx';
import type { ContentTable, ContentType } from './define-content.ts';
import { type OrderedTable, OrderList } from './order-list.tsx';
import { PublicationBadge } from './publication-field.tsx';
import { RecordCard } from './record-card.tsx';
import { EmptyBox, FailedNotice, RecordList } from './record-list.tsx';
import { editLinkId, useEditedRecord } from './use-edited-record.ts';
import { capitalise, type RowOf, useRecords, withDrafts } from './use-records.ts';

interface TypeProps<Name extends ContentTable, Schema extends z.ZodObject> {
  type: ContentType<Name, Schema>;
}

/** A tab of content: its list, and the form that the URL opens. On phones the form takes the list's place. */
export function ContentTab<Name extends ContentTable, Schema extends z.ZodObject>({
  type,
}: TypeProps<Name, Schema>) {
  const [params] = useSearchParams();
  const isOpen = ['new', 'edit', 'copy'].some((name) => params.has(name));
  useFocusOnClose(params.get('edit') ?? params.get('copy'), isOpen);
  return (
    <div
      className={classNames(
        'grid items-start gap-6',
        isOpen && !type.Preview && 'lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]',
      )}
    >
      {isOpen && (
        <div className="min-w-0">
          <OpenedForm type={type} />
        </div>
      )}
      <div className={classNames('grid min-w-0 gap-4', isOpen && 'max-lg:hidden')}>
        <ContentList type={type} isOpen={isOpen} />
      </div>
    </div>
  );
}

const addLinkId = 'add-record';

/** Returns to the row that was edited, or to the link that has opened the form. */
function useFocusOnClose(editedId: string | null, isOpen: boolean): void {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (isOpen) opened.current = editedId ? editLinkId(editedId) : addLinkId;
    else if (opened.current) {
      const target = document.getElementById(opened.current) ?? document.getElementById(addLinkId);
      opened.current = undefined;
      if (isFocusLost()) target?.focus();
    }
  }, [isOpen, editedId]);
}

/** A list that the mentor orders is loaded in one page, the largest that the API returns. */
const wholeList = { limit: '200' };

function ContentList<Name extends ContentTable, Schema extends z.ZodObject>({
  type,
  isOpen,
}: TypeProps<Name, Schema> & { isOpen: boolean }) {
  const { table, noun, order, toCard, columns, placeholders, ...options } = type;
  const query = { ...withDrafts, ...(order && wholeList) };
  const records = useRecords(table, { ...options, noun, query });
  const facts = useFacts();
  const [wantsOrder, setWantsOrder] = useState(false);
  const canOrder = order && !records.hasMore && (records.items?.length ?? 0) > 1;
  const isOrdering = wantsOrder && canOrder;
  return (
    <>
      <h2 className="sr-only">{records.label}</h2>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {!isOpen && (
          <Link id={addLinkId} to="?new" className={buttonClass('primary', 'max-sm:flex-1')}>
            <Plus className="size-4.5" />
            <span>Add {noun}</span>
          </Link>
        )}
        {canOrder && (
          <Button variant="secondary" onClick={() => setWantsOrder(!wantsOrder)}>
            {isOrdering ? <Check className="size-4.5" /> : <ArrowUpDown className="size-4.5" />}
            {isOrdering ? 'Done' : 'Change order'}
          </Button>
        )}
      </div>
      {isOrdering ? (
        <OrderList
          {...order}
          table={table as OrderedTable}
          label={records.label}
          items={records.items ?? []}
          ids={records.ids ?? []}
        />
      ) : (
        <RecordList<RowOf<Name>> {...{ records, columns, placeholders }}>
          {(record, onDelete) => {
            const { children, ...card } = toCard(record, facts);
            return (
              <RecordCard {...card} editId={record.id} onDelete={onDelete}>
                {'published_at' in record && <PublicationBadge publishedAt={record.published_at} />}
                {children}
              </RecordCard>
            );
          }}
        </RecordList>
      )}
    </>
  );
}

/** The form of a type: for a new record, or for the one that the URL names. */
function OpenedForm<Name extends ContentTable, Schema extends z.ZodObject>({
  type,
}: TypeProps<Name, Schema>) {
  const { table, noun } = type;
  const { id, key, opened, error, retry, isReading, close } = useEditedRecord(table, noun);
  if (opened)
    return (
      <Contained key={key} fallback={(retry) => <BrokenForm {...{ noun, retry }} />}>
        <ContentForm type={type} {...opened} />
      </Contained>
    );
  if (id !== undefined && !error) return <FormSkeleton />;
  if (id !== undefined && statusOf(error) !== 404) {
    const text = `This ${noun} could not be loaded.`;
    return <FailedNotice {...{ text, retry, isReading }} />;
  }
  return (
    <Notice text={`${capitalise(noun)} not found.`}>
      <Button variant="secondary" onClick={close}>
        Back to the list
      </Button>
    </Notice>
  );
}

const Notice = ({ text, children }: { text: string; children: ReactNode }) => (
  <EmptyBox>
    <span className="grid justify-items-center gap-4">
      {text}
      {children}
    </span>
  </EmptyBox>
);

/** Instead of a form that cannot be shown, perhaps because of its draft. */
const BrokenForm = ({ noun, retry }: { noun: string; retry: () => void }) => (
  <Notice text="The form could not be shown. If this happens again, discard the draft on this device.">
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
  </Notice>
);

const FormSkeleton = () => (
  <div role="status" className="grid gap-5 rounded-sm border border-hairline bg-surface p-5 lg:p-7">
    <p className="sr-only">Loading</p>
    <Skeleton className="h-7 w-2/5" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-24" />
  </div>
);
