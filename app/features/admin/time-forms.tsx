import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { extraHoursForm, type TimeOff, timeOffForm } from '#domain/availability-exception.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { writeValue } from '../forms/draft.ts';
import { Select, TextInput } from '../forms/form-fields.tsx';
import { useFacts } from '../shell/facts.ts';
import { useAdminForm } from './admin-form.tsx';
import { SessionLinks } from './session-links.tsx';
import { TaskForm } from './task-form.tsx';

interface TimeFormProps {
  /** It is filled in. */
  day: string;
  onDone: () => void;
}

/** Asks for time off, and says before it is saved which sessions stay booked in it. */
export function TimeOffForm({ day, onDone }: TimeFormProps) {
  const { timeZoneLabel } = useFacts();
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: `admin-time-off-${day}`,
    table: 'availability_exceptions',
    schema: timeOffForm,
    defaultValue: { from: day, to: day },
    save: (values, id) => api.availability_exceptions.time_off.$post({ json: { ...values, id } }),
    saved: 'Time off saved',
    failed: 'Failed to save time off',
    ...{ onSaved: onDone, onLeft: onDone },
  });
  const filledIn = timeOffForm.safeParse({
    from: fields.from.value,
    to: fields.to.value,
    start_time: fields.start_time.value,
    end_time: fields.end_time.value,
  });

  /** One day is the usual case: the last day follows the first. */
  function keepInOrder(from: string): void {
    const to = form.formRef.current?.elements.namedItem(fields.to.name);
    if (to instanceof HTMLInputElement && from > to.value) writeValue(to, from);
  }

  return (
    <TaskForm {...form} action="Save">
      <p className="text-sm text-muted">
        Nobody can book in it. Both days are included. For less, say when it starts on the first day
        and ends on the last, on your own clock ({timeZoneLabel}).
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
        hint="For you alone."
        placeholder="Holiday"
      />
      <SessionsInside timeOff={filledIn.data} onFollow={onDone} />
    </TaskForm>
  );
}

/** Which sessions are booked in the time that is filled in; nothing while it is none. */
function SessionsInside({
  timeOff,
  onFollow,
}: {
  timeOff: TimeOff | undefined;
  onFollow: () => void;
}) {
  const { api } = useAdminSession();
  const { from = '', to = '', start_time, end_time } = timeOff ?? {};
  const query = { from, to, start_time: start_time ?? '', end_time: end_time ?? '' };
  const inside = useQuery({
    // Bookings that come, move and go change it.
    queryKey: ['bookings', 'inside', query],
    queryFn: ({ signal }) =>
      parseResponse(api.availability_exceptions.sessions.$get({ query }, { init: { signal } })),
    enabled: timeOff !== undefined,
  });
  if (!timeOff) return null;
  const sessions = inside.data?.sessions;
  return (
    <div role="status" className="rounded-sm border border-hairline bg-surface px-4 py-3 text-sm">
      {inside.isPending && <p className="text-muted">Looking for sessions in it …</p>}
      {inside.isError && <p className="text-muted">What is booked in it could not be read.</p>}
      {sessions?.length === 0 && <p className="text-muted">No session is booked in it.</p>}
      {sessions && sessions.length > 0 && (
        <>
          <p className="font-semibold">
            {sessions.length === 1
              ? 'This session stays booked:'
              : `These ${sessions.length} sessions stay booked:`}
          </p>
          <SessionLinks sessions={sessions} onFollow={onFollow} />
        </>
      )}
    </div>
  );
}

const hours = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).map((hour) => (
    <option key={hour} value={hour}>
      {String(hour).padStart(2, '0')}:00
    </option>
  ));

/** Asks for extra hours of one day, or of several. */
export function ExtraHoursForm({ day, onDone }: TimeFormProps) {
  const { timeZoneLabel } = useFacts();
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
    ...{ onSaved: onDone, onLeft: onDone },
  });
  return (
    <TaskForm {...form} action="Save">
      <p className="text-sm text-muted">
        Sessions can be booked at each full hour in them, on your own clock ({timeZoneLabel}). For
        the same hours on several days, give the last day too. Time off and your own appointments
        still count in them.
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
      <TextInput field={fields.note} label="Note" isOptional hint="For you alone." />
    </TaskForm>
  );
}
