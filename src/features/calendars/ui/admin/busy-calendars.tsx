import { parseResponse } from 'hono/client';
import { ChevronDown, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  AdminForm,
  CardButton,
  Notice,
  RecordCard,
  RecordList,
  type RowOf,
  Time,
  useAdminForm,
  useAdminSession,
  useChange,
  useRecords,
} from '#features/admin-ui/ui/index.ts';
import {
  busyCalendarForm,
  maxBusyCalendars,
  type UnreadEvent,
} from '#features/calendars/rules/busy-calendar.ts';
import { TextInput } from '#features/forms/ui/index.ts';
import { textLink } from '#ui/link.tsx';
import { toast } from '#ui/toast.ts';

/** The mentor's own calendars: their appointments block times for clients. */
export function BusyCalendars() {
  const calendars = useRecords('busy_calendars', {
    noun: 'calendar',
    question: (name) => `We’ll stop checking ${name}, and its appointments no longer block times.`,
  });
  const isFull = (calendars.items?.length ?? 0) >= maxBusyCalendars;
  return (
    <>
      <p className="max-w-prose text-muted">
        We check these calendars every five minutes and block times when you’re busy. No one sees
        the details.
      </p>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        {isFull ? (
          <p className="rounded-sm border border-hairline bg-surface p-5 text-muted sm:p-6">
            You can connect up to {maxBusyCalendars} calendars. Delete one to add another.
          </p>
        ) : (
          <CalendarForm />
        )}
        <div className="min-w-0">
          <RecordList
            records={calendars}
            label="Connected calendars"
            columns="two"
            placeholders={1}
            emptyText="No calendars connected"
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
    saved: 'Calendar connected',
    failed: 'Failed to connect calendar',
  });
  return (
    <AdminForm {...form} title="Connect a calendar" action="Connect calendar">
      <TextInput field={fields.name} label="Name" placeholder="Family" />
      <TextInput
        field={fields.url}
        label="Secret address"
        placeholder="https://"
        autoComplete="off"
        hint="Stored encrypted. Where to find it on your phone:"
      />
      <div className="-mt-4 border-t border-hairline">
        <HowTo name="Google Calendar">
          <li>The app doesn’t show it: open calendar.google.com in your browser.</li>
          <li>In the browser’s menu, choose “Desktop site”.</li>
          <li>Tap the gear, “Settings”, then your calendar’s name on the left.</li>
          <li>Under “Integrate calendar”, copy “Secret address in iCal format”.</li>
        </HowTo>
        <HowTo name="Apple (iCloud)">
          <li>Open Calendar and tap “Calendars” at the bottom.</li>
          <li>Tap the ⓘ next to your iCloud calendar.</li>
          <li>Turn on “Public Calendar”, tap “Share Link” and copy the link.</li>
        </HowTo>
        <HowTo name="Outlook">
          <li>The app doesn’t show it: open outlook.com in your browser.</li>
          <li>In the browser’s menu, choose “Desktop site”.</li>
          <li>Open Settings, “Calendar”, “Shared calendars”.</li>
          <li>Under “Publish a calendar”, choose yours, tap “Publish” and copy the ICS link.</li>
        </HowTo>
      </div>
    </AdminForm>
  );
}

const HowTo = ({ name, children }: { name: string; children: ReactNode }) => (
  <details name="secret-address" className="group border-b border-hairline">
    <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-sm hover:text-gold [&::-webkit-details-marker]:hidden">
      <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open:rotate-180" />
      <span className="font-semibold">{name}</span>
    </summary>
    <ol className="grid list-decimal gap-1.5 pb-4 pl-12 text-sm text-muted">{children}</ol>
  </details>
);

interface CalendarCardProps {
  calendar: RowOf<'busy_calendars'>;
  onDelete: (name: string) => void;
}

function CalendarCard({ calendar, onDelete }: CalendarCardProps) {
  const { id, name, host, created_at, read_at, last_error, unread_events } = calendar;
  const lastRead = <Time at={read_at ?? created_at} />;
  const reading = useChange({
    keys: ['busy_calendars'],
    send: (api) => parseResponse(api.busy_calendars[':id'].read.$post({ param: { id } })),
    saved: ({ last_error: error }) =>
      error === null
        ? toast.success('Calendar checked', { description: name })
        : toast.error('We can’t read this calendar', { description: error }),
    failed: 'We couldn’t check this calendar',
  });
  return (
    <RecordCard
      title={name}
      aside={host}
      onDelete={onDelete}
      actions={
        <CardButton
          icon={RefreshCw}
          spoken={`: ${name}`}
          isBusy={reading.isPending}
          onClick={() => reading.mutate()}
        >
          {reading.isPending ? 'Checking...' : 'Check now'}
        </CardButton>
      }
    >
      {last_error === null ? (
        <p className="text-muted">Last checked {lastRead}</p>
      ) : (
        <div className="rounded-sm border border-danger bg-danger-wash px-4 py-3 text-sm">
          <p className="font-semibold text-danger">We can’t read this calendar.</p>
          <p className="mt-1">{last_error}</p>
          <p className="mt-1 text-muted">
            Last checked {lastRead}. Appointments we saw then still block times.
          </p>
        </div>
      )}
      {unread_events.length > 0 && <UnreadEvents events={unread_events} />}
    </RecordCard>
  );
}

const UnreadEvents = ({ events }: { events: UnreadEvent[] }) => (
  <div className="grid gap-2 rounded-sm border border-hairline px-4 py-3 text-sm">
    <p className="font-semibold">
      {events.length === 1
        ? 'We couldn’t read 1 event'
        : `We couldn’t read ${events.length} events`}
    </p>
    <p className="text-muted">If you’re busy then, add time off.</p>
    <ul className="grid max-h-48 gap-2 overflow-y-auto">
      {events.map(({ title, reason }) => (
        <li key={title + reason} className="wrap-anywhere">
          <span dir="auto" className="block font-semibold">
            {title}
          </span>
          <span className="text-muted">{reason}</span>
        </li>
      ))}
    </ul>
  </div>
);

/** Warns of connected calendars that can’t be read: their new appointments don’t block times. */
export function UnreadCalendars() {
  const { items = [] } = useRecords('busy_calendars', { noun: 'calendar' });
  const unread = items.filter(({ last_error }) => last_error !== null);
  if (unread.length === 0) return null;
  return (
    <Notice
      tone="danger"
      aria-label="Calendars we can’t read"
      title={
        unread.length === 1
          ? `We can’t read your calendar “${unread[0]?.name}”.`
          : `We can’t read ${unread.length} of your calendars.`
      }
    >
      <ul className="grid gap-3">
        {unread.map(({ id, name, created_at, read_at, last_error }) => (
          <li key={id}>
            <p className="text-sm">
              <span className="font-semibold">{name}:</span> {last_error} Last checked{' '}
              <Time at={read_at ?? created_at} />. Appointments we saw then still block times.
            </p>
          </li>
        ))}
      </ul>
      <Link
        to="/admin/bookings?view=calendar"
        className={`mt-2 inline-flex min-h-11 items-center ${textLink}`}
      >
        Check your calendars
      </Link>
    </Notice>
  );
}
