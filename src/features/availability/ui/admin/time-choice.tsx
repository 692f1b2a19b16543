import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Loaded, useRead } from '#features/admin-ui/ui/index.ts';
import {
  BookingRulesProvider,
  findRequestedSession,
  useBookingRules,
} from '#features/availability/ui/booking-rules.ts';
import { SlotPicker } from '#features/availability/ui/slot-picker.tsx';
import { useSlotCalendar } from '#features/availability/ui/use-free-slots.ts';
import { readDraft } from '#features/forms/ui/index.ts';
import type { BookingSettings, OffersSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/admin/index.ts';
import { dayInZone, describeTimeZone, formatDateAndClock, isNight } from '#rules/time-zone.ts';
import { isTimeZone } from '#rules/zoned-time.ts';
import { TextField } from '#ui/field.tsx';
import { textLink } from '#ui/link.tsx';

interface TimeChoiceProps {
  /** The form whose field `booking_date` this fills. */
  formId: string;
  errors: string[] | undefined;
  sessionType: string;
  /** The booking to move, and its own length if it has one. */
  bookingId?: string;
  minutes?: number | null;
  /** The email of a new booking's client, to look up the time zone of their latest booking. */
  email?: string | undefined;
}

/**
 * Lets the mentor choose a time in their own time zone: a free one or any other. Shows the client's
 * time and warns about conflicts; only another session prevents the choice.
 */
export function TimeChoice(props: TimeChoiceProps) {
  const rules = useSectionState<BookingSettings>('booking');
  return (
    <Loaded query={rules} failed="Your hours could not be loaded." skeleton="h-24">
      {({ value }) => (
        <BookingRulesProvider value={value}>
          <Choice {...props} />
        </BookingRulesProvider>
      )}
    </Loaded>
  );
}

function Choice({ formId, errors, sessionType, bookingId, minutes, email }: TimeChoiceProps) {
  const { timeZone, timeZoneLabel } = useBookingRules();
  const { data: offers } = useSectionState<OffersSettings>('offers');
  const session = findRequestedSession(sessionType, offers?.value.mentorshipOptions ?? []);
  const [isOther, setIsOther] = useState(() => Boolean(readDraft(formId)?.values.other_time));
  const [startsAt, setStartsAt] = useState<Date>();

  function change(other: boolean) {
    setIsOther(other);
    setStartsAt(undefined);
  }

  return (
    <div className="grid gap-3">
      {isOther ? (
        <OtherTime formId={formId} errors={errors} onChoose={setStartsAt} />
      ) : (
        <SlotPicker
          session={{ ...session, minutes: minutes ?? session.minutes, bookingId }}
          ids={{ date: `${formId}-date`, time: `${formId}-time` }}
          errors={{ time: errors }}
          draftId={formId}
          timeZone={timeZone}
          isMentor
          onChoose={setStartsAt}
        />
      )}
      <p className="text-sm text-muted">
        {isOther ? 'Any time' : 'Your available times'} ({timeZoneLabel}).{' '}
        <button type="button" onClick={() => change(!isOther)} className={`min-h-11 ${textLink}`}>
          {isOther ? 'Pick one of your available times' : 'Pick a different time'}
        </button>
      </p>
      <PlacementNotice
        startsAt={startsAt}
        sessionType={sessionType}
        bookingId={bookingId}
        email={email}
      />
    </div>
  );
}

interface OtherTimeProps extends Pick<TimeChoiceProps, 'formId' | 'errors'> {
  onChoose: (startsAt: Date | undefined) => void;
}

function OtherTime({ formId, errors, onChoose }: OtherTimeProps) {
  const { timeZone } = useBookingRules();
  const ref = useRef<HTMLDivElement>(null);
  const { slotCalendar } = useSlotCalendar(ref, true);
  const [typed, setTyped] = useState(() => readDraft(formId)?.values.other_time ?? '');
  const [date = '', time = ''] = typed.split('T');
  const instant = slotCalendar?.instantAt(date, time, timeZone)?.toISOString() ?? '';
  useEffect(() => onChoose(instant ? new Date(instant) : undefined), [instant, onChoose]);
  return (
    <div ref={ref}>
      <TextField
        id={`${formId}-other-time`}
        name="other_time"
        type="datetime-local"
        label="Date and time"
        errors={errors}
        min={`${dayInZone(new Date(), timeZone)}T00:00`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <input type="hidden" name="booking_date" value={instant} />
    </div>
  );
}

interface PlacementNoticeProps extends Pick<TimeChoiceProps, 'sessionType' | 'email'> {
  startsAt: Date | undefined;
  bookingId: string | undefined;
}

/** Shows the client's time, and warns about conflicts before the time is saved. */
function PlacementNotice({ startsAt, sessionType, bookingId, email }: PlacementNoticeProps) {
  const { timeZone } = useBookingRules();
  const query = {
    booking_date: startsAt?.toISOString() ?? '',
    session_type: sessionType,
    booking: bookingId,
    // Only complete addresses, not every keystroke.
    email: email && /@[^@.]+\../.test(email) ? email : undefined,
  };
  const { data } = useRead(
    ['bookings', 'placement', query],
    (api, init) => api.bookings.placement.$get({ query }, init),
    { enabled: startsAt !== undefined },
  );
  if (!startsAt || !data) return <div role="status" />;
  const { other, client_time_zone: zone } = data;
  const clientZone = zone && zone !== timeZone && isTimeZone(zone) ? zone : undefined;
  const taken =
    other &&
    `${other.name} has a session then (${formatDateAndClock(other.booking_date, timeZone)}). Please choose another time.`;
  const warnings = [
    taken,
    !taken && data.is_closed && 'You’re off or busy then. You can still choose it.',
    !taken &&
      !data.is_within_hours &&
      'This time is at least partly outside your opening hours. You can still choose it.',
    clientZone &&
      isNight(startsAt, clientZone) &&
      'That’s between 22:00 and 07:00 for the client. You can still choose it.',
  ].filter((warning) => typeof warning === 'string');
  return (
    <div role="status" className="grid gap-1.5 empty:hidden">
      {clientZone && (
        <p className="text-sm">
          Client’s time: {formatDateAndClock(startsAt, clientZone)},{' '}
          {describeTimeZone(clientZone, startsAt)}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="flex items-start gap-2.5 text-sm font-medium text-gold">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          {warning}
        </p>
      ))}
    </div>
  );
}
