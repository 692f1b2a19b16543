import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { RefreshCw } from 'lucide-react';
import { toast } from '#app/ui/toast.ts';
import { busyCalendarForm, mostBusyCalendars, type UnreadEvent } from '#domain/busy-calendar.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextInput } from '../forms/form-fields.tsx';
import { useFacts } from '../shell/facts.ts';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { cardActionClass, RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { type RowOf, useRecords } from './use-records.ts';

/** Calendars of the mentor's own, whose appointments close slots. */
export function BusyCalendars() {
  const calendars = useRecords('busy_calendars', {
    noun: 'calendar',
    question: (name) => `${name} is not read any more, and its appointments close no times.`,
  });
  const isFull = (calendars.items?.length ?? 0) >= mostBusyCalendars;
  return (
    <>
      <p className="max-w-prose text-muted">
        The appointments in these calendars close the times for visitors. The site reads them every
        five minutes and keeps only when you are busy, and the titles of events it cannot read.
      </p>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        {isFull ? (
          <p className="rounded-sm border border-hairline bg-surface p-5 text-muted sm:p-6">
            {mostBusyCalendars} calendars are read, which is the most. Delete one to add another.
          </p>
        ) : (
          <CalendarForm />
        )}
        <div className="min-w-0">
          <RecordList
            records={calendars}
            label="Read for appointments"
            columns="two"
            placeholders={1}
            emptyText="None is read so far."
          >
            {(calendar, onDelete) => <CalendarCard calendar={calendar} onDelete={onDelete} />}
          </RecordList>
        </div>
      </div>
    </>
  );
}

function CalendarForm() {
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: 'admin-busy-calendar',
    table: 'busy_calendars',
    schema: busyCalendarForm,
    save: (values, id) => api.busy_calendars.$post({ json: { ...values, id } }),
    saved: 'Calendar added',
    failed: 'Failed to add calendar',
  });
  return (
    <AdminForm {...form} title="Add your own appointments" action="Add calendar">
      <TextInput field={fields.name} label="Name" placeholder="Family" />
      <TextInput
        field={fields.url}
        label="Address"
        placeholder="https://"
        autoComplete="off"
        hint={
          <>
            Google: its settings, “Secret address in iCal format”. Apple: share it as a public
            calendar. Outlook: “Publish a calendar”, the ICS link. It is kept encrypted.
          </>
        }
      />
    </AdminForm>
  );
}

interface CalendarCardProps {
  calendar: RowOf<'busy_calendars'>;
  onDelete: (name: string) => void;
}

function CalendarCard({ calendar, onDelete }: CalendarCardProps) {
  const { id, name, host, created_at, read_at, last_error, unread_events } = calendar;
  const { api } = useAdminSession();
  const { timeZone, timeZoneLabel } = useFacts();
  const lastRead = `${formatDateAndClock(read_at ?? created_at, timeZone)} ${timeZoneLabel}`;
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: () => parseResponse(api.busy_calendars[':id'].read.$post({ param: { id } })),
    onSuccess: ({ last_error: error }) =>
      error === null
        ? toast.success('Calendar read', { description: name })
        : toast.error('The calendar could not be read', { description: error }),
    onError: (error) => toast.error(`The calendar could not be read: ${messageOf(error)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['busy_calendars'] }),
  });
  return (
    <RecordCard
      title={name}
      aside={host}
      onDelete={onDelete}
      actions={
        <button
          type="button"
          aria-disabled={reading.isPending}
          onClick={() => !reading.isPending && reading.mutate()}
          className={cardActionClass}
        >
          <RefreshCw className="size-4" />
          {reading.isPending ? 'Reading...' : 'Read again now'}
          <span className="sr-only">: {name}</span>
        </button>
      }
    >
      {last_error === null ? (
        <p className="text-muted">
          Last read <time dateTime={read_at ?? created_at}>{lastRead}</time>
        </p>
      ) : (
        <div className="rounded-sm border border-danger bg-danger-wash px-4 py-3 text-sm">
          <p className="font-semibold text-danger">It cannot be read.</p>
          <p className="mt-1">{last_error}</p>
          <p className="mt-1 text-muted">
            It was last read <time dateTime={read_at ?? created_at}>{lastRead}</time>: what it said
            then still counts.
          </p>
        </div>
      )}
      {unread_events.length > 0 && <UnreadEvents events={unread_events} />}
    </RecordCard>
  );
}

/** The number of events that are shown before the list is expanded. */
const mostUnfolded = 3;

function UnreadEvents({ events }: { events: UnreadEvent[] }) {
  const summary =
    events.length === 1
      ? 'One event could not be read as it is written.'
      : `${events.length} events could not be read as they are written.`;
  return (
    <details
      open={events.length <= mostUnfolded}
      className="mt-3 rounded-sm border border-hairline px-4 text-sm"
    >
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{summary}</summary>
      <p className="text-muted">Add time off for them if you are busy then.</p>
      <ul className="grid gap-2 py-3">
        {events.map(({ title, reason }) => (
          <li key={title + reason} className="wrap-anywhere">
            <span dir="auto" className="font-semibold">
              {title}
            </span>
            <br />
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
