import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isRecordId } from '#domain/list-page.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import type { ContentTable } from './define-content.ts';
import type { RowOf } from './use-records.ts';

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

/** Returns what the URL opens the form of a table for: `?new`, or `?edit=` and `?copy=` with a record's id. */
export function useEditedRecord<Name extends ContentTable>(table: Name, noun: string) {
  const resource: AdminApi[ContentTable] = useAdminSession().api[table];
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isCopy = !params.has('edit');
  const asked = params.get(isCopy ? 'copy' : 'edit');
  const id = asked && isRecordId(asked) ? asked : undefined;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [table, 'one', id],
    meta: { plural: `${noun}s` },
    async queryFn({ signal }) {
      const which = { param: { id: id ?? '' }, query: { drafts: 'true' } };
      const answer = await resource[':id'].$get(which, { init: { signal } });
      return (await parseResponse(answer)) as RowOf<Name>;
    },
    enabled: id !== undefined,
    // A form that is opened again begins with the record as it is then.
    gcTime: 0,
  });
  const close = () => void navigate(pathname, { preventScrollReset: true });
  const record: RowOf<Name> | undefined = data;
  const opened: OpenedForm<RowOf<Name>> | undefined = record
    ? { onDone: close, ...(isCopy ? { copied: record } : { record }) }
    : asked === null
      ? { onDone: close }
      : undefined;
  return {
    /** Nothing for a new record, or for what is no id. */
    id,
    key: `${id}-${isCopy}`,
    opened,
    error,
    retry: () => void refetch(),
    isReading: isFetching,
    close,
  };
}
