import { findGraceEnd, graceMinutes, remindersOf } from '#features/availability/rules/index.ts';
import { describeReminderTimes } from '#features/booking/rules/reminder-text.ts';
import { formatRand } from '#rules/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Hold } from './hold.tsx';
import { AddToCalendar, type CalendarEntry, KeepLink, SessionTimes } from './session-details.tsx';

/** What a visitor has just booked. */
export interface Booked extends Omit<CalendarEntry, 'managePath'> {
  email: string;
  timeZone: string | null;
  /** The private link; null until the booking is in the calendar. */
  managePath: string | null;
  /** Where it is paid for; null where it need not be, or that is not known yet. */
  payPath: string | null;
  amountCents: number | null;
  /** Until when it is held for its payment (ISO 8601, in UTC); null for a session that is confirmed. */
  heldUntil: string | null;
  /** Whether it is held once it is in the calendar. */
  isPaidToConfirm: boolean;
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView();
}

interface ConfirmationProps {
  booked: Booked;
  cutOffHours: number;
  reminderMinutes: readonly number[];
  onBookAnother: () => void;
}

/** Says what was booked and what happens next. Takes the focus when it appears. */
export function Confirmation({ onBookAnother, ...props }: ConfirmationProps) {
  const { booked } = props;
  const { sessionType, meetingType, managePath, payPath, heldUntil } = booked;
  const isHeld = heldUntil !== null;
  return (
    <section
      aria-labelledby="booked"
      data-confirmation
      className="grid gap-6 rounded-sm border border-gold-soft bg-gold-wash/40 p-6 sm:p-8"
    >
      <div>
        <h3
          id="booked"
          ref={takeFocus}
          tabIndex={-1}
          className="scroll-mt-[calc(var(--header-height)+4rem)] text-heading outline-none"
        >
          {toTitle(booked)}
        </h3>
        <p className="mt-2 text-muted">
          {sessionType} · {meetingType}
        </p>
      </div>
      <SessionTimes {...booked} />
      {managePath === null ? (
        <Requested {...booked} />
      ) : isHeld ? (
        <HeldDetails {...booked} until={heldUntil} managePath={managePath} />
      ) : (
        <BookedDetails {...props} managePath={managePath} />
      )}
      <div className="flex flex-wrap gap-4">
        {payPath && !isHeld && <ButtonLink to={payPath}>Pay now</ButtonLink>}
        {managePath && (
          <ButtonLink to={managePath} variant="secondary">
            {isHeld ? 'See or cancel this session' : 'Move or cancel'}
          </ButtonLink>
        )}
        <Button variant="secondary" onClick={onBookAnother}>
          Book another session
        </Button>
      </div>
    </section>
  );
}

function toTitle({ managePath, heldUntil }: Booked): string {
  if (managePath === null) return 'Your request has been sent';
  return heldUntil === null ? 'Your session is booked' : 'Your session is held';
}

/** A session that the database has not stored yet. */
const Requested = ({ email, isPaidToConfirm }: Booked) => (
  <p className="text-muted">
    We saved it, and {isPaidToConfirm ? 'send the link to pay' : 'confirm it'} to{' '}
    <strong className="text-ink">{email}</strong> as soon as it is in the calendar.
  </p>
);

const HeldDetails = ({ managePath, ...hold }: Booked & { until: string; managePath: string }) => (
  <>
    <Hold {...hold} />
    {!hold.isMailed && <KeepLink url={new URL(managePath, window.location.href).href} isHeld />}
  </>
);

function BookedDetails({
  booked,
  cutOffHours,
  reminderMinutes,
  managePath,
}: Omit<ConfirmationProps, 'onBookAnother'> & { managePath: string }) {
  const { email, startsAt, isMailed, payPath, amountCents } = booked;
  const now = new Date();
  const isLate = findGraceEnd({ startsAt, createdAt: now }, cutOffHours) !== undefined;
  const reminders = remindersOf(startsAt, reminderMinutes, now);
  return (
    <>
      {isMailed ? (
        <p className="text-muted">
          We’ve emailed a confirmation with a calendar invitation to{' '}
          <strong className="text-ink">{email}</strong>.{' '}
          {reminders.length > 0 && (
            <span>
              We’ll remind you{' '}
              {describeReminderTimes(reminders.map(({ minutesBefore }) => minutesBefore))} before.
            </span>
          )}
        </p>
      ) : (
        <KeepLink url={new URL(managePath, window.location.href).href} isHeld={false} />
      )}
      {isLate && (
        <p className="text-muted">
          {`You can move or cancel this session for ${graceMinutes} minutes.`}
        </p>
      )}
      <AddToCalendar {...booked} managePath={managePath} />
      {payPath && amountCents !== null && <p>{`Not paid yet: ${formatRand(amountCents)}`}</p>}
    </>
  );
}
