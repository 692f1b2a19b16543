import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { ArrowUpDown, Check, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  type AdminApi,
  capitalise,
  EmptyBox,
  editLinkId,
  FailedNotice,
  ListSkeleton,
  RecordCard,
  RecordList,
  type RowOf,
  statusOf,
  useAdminSession,
  useRecords,
} from '#features/admin-ui/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { isRecordId } from '#rules/list-page.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { isFocusLost } from '#ui/focus.ts';
import { ContentForm } from './content-form.tsx';
import type { ContentTable, ContentType } from './define-content.ts';
import { type OrderedTable, OrderList } from './order-list.tsx';
import { PublicationBadge } from './publication-field.tsx';

interface TypeProps<Name extends ContentTable> {
  type: ContentType<Name>;
}

/**
 * A tab of content: its list, and the form that the URL opens. On phones, the form replaces the
 * list.
 */
export function ContentTab<Name extends ContentTable>({ type }: TypeProps<Name>) {
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

/** Returns the focus to the row that was edited, or to the link that opened the form. */
export function useFocusOnClose(editedId: string | null, isOpen: boolean): void {
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

/** A sortable list is loaded as one page, the largest that the API returns. */
const wholeList = { limit: '200' };

function ContentList<Name extends ContentTable>({
  type,
  isOpen,
}: TypeProps<Name> & { isOpen: boolean }) {
  const { table, noun, order, toCard, isFixed, columns, placeholders, deleted, deletionFailed } =
    type;
  const records = useRecords(table, {
    noun,
    query: { drafts: 'true', ...(order && wholeList) },
    ...(deleted && { deleted }),
    ...(deletionFailed && { deletionFailed }),
  });
  const settings = useSettings();
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
        />
      ) : (
        <RecordList<RowOf<Name>> records={records} columns={columns} placeholders={placeholders}>
          {(record, onDelete) => {
            const { children, ...card } = toCard(record, settings);
            const isKept = isFixed?.(record);
            return (
              <RecordCard {...card} editId={record.id} {...(!isKept && { onDelete })}>
                {'published_at' in record && !isKept && (
                  <PublicationBadge publishedAt={record.published_at} />
                )}
                {children}
              </RecordCard>
            );
          }}
        </RecordList>
      )}
    </>
  );
}

/** The form that the URL opens: `?new`, or `?edit=` and `?copy=` with a record's id. */
function OpenedForm<Name extends ContentTable>({ type }: TypeProps<Name>) {
  const { table, noun } = type;
  const resource: AdminApi[ContentTable] = useAdminSession().api[table];
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isEdit = params.has('edit');
  const id = params.get(isEdit ? 'edit' : 'copy');
  const isKnownId = id !== null && isRecordId(id);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [table, 'one', id],
    meta: { plural: `${noun}s` },
    async queryFn({ signal }) {
      const which = { param: { id: id ?? '' }, query: { drafts: 'true' as const } };
      const answer = await resource[':id'].$get(which, { init: { signal } });
      return (await parseResponse(answer)) as RowOf<Name>;
    },
    enabled: isKnownId,
    // A form that is opened again should start with the latest version.
    gcTime: 0,
  });
  const record: RowOf<Name> | undefined = data;
  const onDone = () => void navigate(pathname, { preventScrollReset: true });
  if (id === null || record)
    return (
      <ContentForm
        key={`${id}-${isEdit}`}
        type={type}
        onDone={onDone}
        record={isEdit ? record : undefined}
        copied={isEdit ? undefined : record}
      />
    );
  if (isKnownId && !error) return <ListSkeleton count={1} className="grid" />;
  if (isKnownId && statusOf(error) !== 404)
    return (
      <FailedNotice text={`This ${noun} could not be loaded.`} query={{ refetch, isFetching }} />
    );
  return (
    <EmptyBox>
      <span className="grid justify-items-center gap-4">
        {capitalise(noun)} not found.
        <Button variant="secondary" onClick={onDone}>
          Back to the list
        </Button>
      </span>
    </EmptyBox>
  );
}
