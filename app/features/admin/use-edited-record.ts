import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isRecordId } from '#domain/list-page.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import type { RowOf } from './use-records.ts';

/** The tables whose records are added and changed in a form. */
export type ContentTable =
  | 'events'
  | 'courses'
  | 'blog_posts'
  | 'testimonials'
  | 'videos'
  | 'freebies';

/** The id of the link that leads to a record's form: the focus goes back to it. */
export const editLinkId = (recordId: string | undefined) => `edit-${recordId}`;

/** What a form is opened for: a record that is changed, one that is copied, or neither for a new one. */
export interface OpenedForm<Row> {
  record?: Row | undefined;
  copied?: Row | undefined;
  onDone?: (() => void) | undefined;
}

/** Returns the id under which a form keeps what is written into it. */
export const toFormId = <Row extends { id: string }>(
  name: string,
  { record, copied }: OpenedForm<Row>,
) => ['admin', name, copied && 'copy', (record ?? copied)?.id].filter(Boolean).join('-');

/** Returns what the URL opens the form of a table for: `?edit=` and `?copy=` name a record. */
export function useEditedRecord<Name extends ContentTable>(table: Name, noun: string) {
  const resource: AdminApi[ContentTable] = useAdminSession().api[table];
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isCopy = !params.has('edit');
  const asked = params.get(isCopy ? 'copy' : 'edit') ?? '';
  const id = isRecordId(asked) ? asked : undefined;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [table, 'one', id],
    meta: { plural: `${noun}s` },
    async queryFn({ signal }) {
      const which = { param: { id: id ?? '' }, query: { drafts: 'true' } };
      const answer = await resource[':id'].$get(which, { init: { signal } });
      return (await parseResponse(answer)) as RowOf<Name>;
    },
    enabled: id !== undefined,
    // What is opened once more is what it is by then.
    gcTime: 0,
  });

  function onDone(): void {
    void navigate(pathname, { preventScrollReset: true });
    document.getElementById(editLinkId(id))?.focus();
  }

  const record: RowOf<Name> | undefined = data;
  const opened: OpenedForm<RowOf<Name>> = {
    onDone,
    ...(record && (isCopy ? { copied: record } : { record })),
  };
  return {
    /** Nothing while a new one is written. */
    id,
    key: `${id}-${isCopy}`,
    opened: record ? opened : undefined,
    error,
    retry: () => void refetch(),
    isReading: isFetching,
    close: onDone,
  };
}
