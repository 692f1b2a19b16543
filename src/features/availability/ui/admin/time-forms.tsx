import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  AdminForm,
  type RowOf,
  useAdminForm,
  useAdminSession,
  useRead,
  useTabPath,
} from '#features/admin-ui/ui/index.ts';
import {
  describeSpan,
  extraHoursForm,
  timeOffForm,
  toTimeOffTexts,
} from '#features/availability/rules/availability-exception.ts';
import { Select, TextInput, writeValue } from '#features/forms/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import { textLink } from '#ui/link.tsx';

export type TimeOffRow = RowOf<'availability_exceptions'>;

interface TimeOffFormProps {
  /** The initial day of new time off. */
  day?: string;
  /** The time off to edit. */
  record?: TimeOffRow;
  onDone: () => void;
}

/** Adds or edits time off, and shows the sessions that stay booked. */
export function TimeOffForm({ day = '', record, onDone }: TimeOffFormProps) {
  const { timeZone, timeZoneLabel } = useSettings();
  const { api } = useAdminSession();
  const { time_off } = api.availability_exceptions;
  const { fields, ...form } = useAdminForm<typeof timeOffForm, TimeOffRow>({
    id: `admin-time-off-${record?.id ?? day}`,
    table: 'availability_exceptions',
    schema: timeOffForm,
    ...(record
      ? {
          edited: {
            record,
            toTexts: (row) => ({ ...toTimeOffTexts(row, timeZone), note: row.note ?? '' }),
            compared: {
              from: 'From',
              to: 'To',
              start_time: 'Start time',
              end_time: 'End time',
              note: 'Note',
            },
          },
        }
      : { defaultValue: { from: day, to: day } }),
    save: (values, id, version = record?.version) =>
      record && version !== undefined
        ? time_off[':id'].$put({ param: { id: record.id }, json: { ...values, version } })
        : time_off.$post({ json: { ...values, id } }),
    saved: 'Time off saved',
    failed: 'Failed to save time off',
    onSaved: onDone,
    onLeft: onDone,
  });
  const { data: timeOff } = timeOffForm.safeParse({
    from: fields.from.value,
    to: fields.to.value,
    start_time: fields.start_time.value,
    end_time: fields.end_time.value,
  });
  const { from = '', to = '', start_time, end_time } = timeOff ?? {};
  const query = { from, to, start_time: start_time ?? '', end_time: end_time ?? '' };
  const inside = useRead(
    ['bookings', 'inside', query],
    (client, init) => client.availability_exceptions.sessions.$get({ query }, init),
    { enabled: timeOff !== undefined },
  );

  /** Moves the last day if it would be before the first: most time off is one day. */
  function keepInOrder(first: string): void {
    const last = form.formRef.current?.elements.namedItem(fields.to.name);
    if (last instanceof HTMLInputElement && first > last.value) writeValue(last, first);
  }

  return (
    <AdminForm {...form} action="Save">
      <p className="text-sm text-muted">
        No one can book these days. To block part of a day, add a start and end time (
        {timeZoneLabel}).
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={fields.from}
          type="date"
          label="From"
          onChange={(event) => keepInOrder(event.target.value)}
        />
        <TextInput field={fields.to} type="date" label="To" />
      </div>
      <div className="grid gap-4 min-[22rem]:grid-cols-2">
        <TextInput field={fields.start_time} type="time" label="Start time" isOptional />
        <TextInput field={fields.end_time} type="time" label="End time" isOptional />
      </div>
      <TextInput
        field={fields.note}
        label="Note"
        isOptional
        hint="Only you see this."
        placeholder="Holiday"
      />
      {timeOff && (
        <Consequence answer={inside}>
          {({ sessions }) =>
            sessions.length === 0 ? (
              <p className="text-muted">No sessions are booked then.</p>
            ) : (
              <>
                <p className="font-semibold">
                  {sessions.length === 1
                    ? 'You still have this session:'
                    : `You still have these ${sessions.length} sessions:`}
                </p>
                <SessionLinks sessions={sessions} onFollow={onDone} />
              </>
            )
          }
        </Consequence>
      )}
    </AdminForm>
  );
}

interface ConsequenceProps<Data> {
  answer: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** What saving would mean, according to the server. */
const Consequence = <Data,>({ answer, children }: ConsequenceProps<Data>) => (
  <div role="status" className="rounded-sm border border-hairline bg-surface px-4 py-3 text-sm">
    {answer.isPending && <p className="text-muted">Checking...</p>}
    {answer.isError && <p className="text-muted">Your bookings and hours could not be checked.</p>}
    {answer.data && children(answer.data)}
  </div>
);

interface SessionLinksProps {
  sessions: TimeOffRow['sessions'];
  onFollow?: () => void;
}

/** Sessions by name and time, as links to their bookings. */
export function SessionLinks({ sessions, onFollow }: SessionLinksProps) {
  const { timeZone, timeZoneLabel } = useSettings();
  const path = useTabPath(['booking', 'do', 'add']);
  return (
    <ul className="mt-1 grid max-h-48 gap-1.5 overflow-y-auto">
      {sessions.map(({ id, name, booking_date: startsAt }) => (
        <li key={id}>
          <Link
            to={path({ booking: id })}
            preventScrollReset
            onClick={onFollow}
            className={`inline-flex min-h-11 flex-wrap items-center gap-x-2 ${textLink}`}
          >
            {name}
            <time dateTime={startsAt} className="font-normal">
              {formatDateAndClock(startsAt, timeZone)} {timeZoneLabel}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const hours = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).map((hour) => (
    <option key={hour} value={hour}>
      {String(hour).padStart(2, '0')}:00
    </option>
  ));

/** Adds extra hours on one or more days, and shows which of them are already open. */
export function ExtraHoursForm({ day, onDone }: { day: string; onDone: () => void }) {
  const { timeZone, timeZoneLabel } = useSettings();
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: `admin-extra-hours-${day}`,
    table: 'availability_exceptions',
    schema: extraHoursForm,
    defaultValue: { date: day },
    save: (values, id) =>
      api.availability_exceptions.extra_hours.$post({ json: { ...values, id } }),
    saved: 'Extra hours saved',
    failed: 'Failed to save extra hours',
    onSaved: onDone,
    onLeft: onDone,
  });
  const query = {
    date: fields.date.value ?? '',
    last_date: fields.last_date.value ?? '',
    from: String(fields.from.value ?? ''),
    to: String(fields.to.value ?? ''),
  };
  // `coerce` would turn an empty choice into midnight.
  const isComplete = query.from !== '' && extraHoursForm.safeParse(query).success;
  const open = useRead(
    ['availability_exceptions', 'open_hours', query],
    (client, init) => client.availability_exceptions.open_hours.$get({ query }, init),
    { enabled: isComplete },
  );
  return (
    <AdminForm {...form} action="Save">
      <p className="text-sm text-muted">
        Clients can book on the hour ({timeZoneLabel}). To repeat the same hours on several days,
        add a last day. Time off and your own appointments still block these hours.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput field={fields.date} type="date" label="Date" />
        <TextInput field={fields.last_date} type="date" label="Last day" isOptional />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Select field={fields.from} label="From" placeholder="Choose">
          {hours(0, 23)}
        </Select>
        <Select field={fields.to} label="To" placeholder="Choose">
          {hours(1, 24)}
        </Select>
      </div>
      <TextInput field={fields.note} label="Note" isOptional hint="Only you see this." />
      {isComplete && (
        <Consequence answer={open}>
          {({ spans }) =>
            spans.length === 0 ? (
              <p className="text-muted">None of these hours are open yet.</p>
            ) : (
              <>
                <p className="font-semibold">Already open:</p>
                <ul className="mt-1 max-h-40 overflow-y-auto">
                  {spans.map((span) => (
                    <li key={span.starts_at}>{describeSpan(span, timeZone)}</li>
                  ))}
                </ul>
              </>
            )
          }
        </Consequence>
      )}
    </AdminForm>
  );
}
