import { useSyncExternalStore } from 'react';
import { findGraceEnd, graceMinutes, remindersOf } from '#features/availability/rules/index.ts';
import { describeSession } from '#features/availability/ui/index.ts';
import { describeReminderTimes } from '#features/booking/rules/reminder-text.ts';
import { googleCalendarLink, outlookCalendarLink } from '#features/calendars/rules/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ExternalLink, textLink } from '#ui/link.tsx';

interface CalendarEntry {
  sessionType: string;
  meetingType: string;
  startsAt: Date;
  minutes: number;
  /** How to join, if that is known. */
  joinDetails?: string | null;
  /** `/booking/<token>`. */
  managePath: string;
  /** Whether an email has this link too. */
  isMailed: boolean;
}

/** Three ways to add a session to a calendar. */
export function AddToCalendar({
  managePath,
  sessionType,
  meetingType,
  joinDetails,
  isMailed,
  ...time
}: CalendarEntry) {
  const { name } = useSettings();
  const entry = {
    ...time,
    title: `${sessionType} · ${name}`,
    details: `${sessionType} via ${meetingType}.${joinDetails ? ` Join: ${joinDetails}.` : ''}${isMailed ? ' Your confirmation email has the link to your booking.' : ''}`,
    location: joinDetails ?? meetingType,
  };
  return (
    <ul aria-label="Add to calendar" className="flex flex-wrap gap-x-6 gap-y-2">
      <li>
        <a href={`${managePath}/invitation.ics`} className={textLink}>
          Calendar file (.ics)
        </a>
      </li>
      <li>
        <ExternalLink href={googleCalendarLink(entry)} className={textLink}>
          Google Calendar
        </ExternalLink>
      </li>
      <li>
        <ExternalLink href={outlookCalendarLink(entry)} className={textLink}>
          Outlook
        </ExternalLink>
      </li>
    </ul>
  );
}

const subscribeToNothing = () => () => {};

/** Whether the visitor's locale uses the 24-hour clock. The server does not know. */
const useIs24Hours = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => !new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12,
    () => false,
  );

/** The time of a session in the visitor's time zone and, if it differs, in the mentor's. */
export function SessionTimes({ startsAt, timeZone }: { startsAt: Date; timeZone: string | null }) {
  const [first, ...others] = describeSession(startsAt, timeZone, useSettings(), useIs24Hours());
  if (!first) return null;
  return (
    <div className="grid gap-1.5">
      <p>
        <time
          translate="no"
          dateTime={startsAt.toISOString()}
          className="font-display text-2xl tracking-tight"
        >
          {`${first.date}, ${first.time}`}
        </time>
        <span translate="no" className="block text-sm text-muted">
          {first.zone}
        </span>
      </p>
      {others.map(({ date, time, zone }) => (
        <p key={zone} className="text-sm text-muted">
          Mentor’s time: <span translate="no">{`${date}, ${time} · ${zone}`}</span>
        </p>
      ))}
    </div>
  );
}

/** What a visitor has just booked. */
export interface Booked extends Omit<CalendarEntry, 'managePath'> {
  email: string;
  timeZone: string | null;
  /** The private link; null until the booking is in the calendar. */
  managePath: string | null;
  /** Where it is paid for; null where it need not be, or that is not known yet. */
  payPath: string | null;
}

/** The private link of a booking that no email contains, to copy or to send. */
export const KeepLink = ({ url }: { url: string }) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-muted">
      No email has this private link, so keep it. It shows your session, and moves or cancels it.
    </p>
    <p translate="no" className="break-all select-all">
      {url}
    </p>
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <CopyButton text={url} what="Link" />
      <ExternalLink href={`https://wa.me/?text=${encodeURIComponent(url)}`} className={textLink}>
        Send it by WhatsApp
      </ExternalLink>
    </div>
  </div>
);

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
export function Confirmation({
  booked,
  cutOffHours,
  reminderMinutes,
  onBookAnother,
}: ConfirmationProps) {
  const { sessionType, meetingType, email, managePath, payPath, startsAt, isMailed } = booked;
  const now = new Date();
  const isLate = findGraceEnd({ startsAt, createdAt: now }, cutOffHours) !== undefined;
  const reminders = remindersOf(startsAt, reminderMinutes, new Date());
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
          {managePath ? 'Your session is booked' : 'Your request has been sent'}
        </h3>
        <p className="mt-2 text-muted">
          {sessionType} · {meetingType}
        </p>
      </div>
      <SessionTimes {...booked} />
      {managePath ? (
        <>
          {isMailed ? (
            <p className="text-muted">
              We’ve emailed a confirmation with a calendar invitation to{' '}
              <strong className="text-ink">{email}</strong>.{' '}
              {reminders.length > 0 && (
                <span>
                  We’ll remind you{' '}
                  {describeReminderTimes(reminders.map(({ minutesBefore }) => minutesBefore))}{' '}
                  before.
                </span>
              )}
            </p>
          ) : (
            <KeepLink url={new URL(managePath, window.location.href).href} />
          )}
          {isLate && (
            <p className="text-muted">
              {`You can move or cancel this session for ${graceMinutes} minutes.`}
            </p>
          )}
          <AddToCalendar {...booked} managePath={managePath} />
        </>
      ) : (
        <p className="text-muted">
          We saved it, and confirm it to <strong className="text-ink">{email}</strong> as soon as it
          is in the calendar.
        </p>
      )}
      <div className="flex flex-wrap gap-4">
        {payPath && <ButtonLink to={payPath}>Pay now</ButtonLink>}
        {managePath && (
          <ButtonLink to={managePath} variant="secondary">
            Move or cancel
          </ButtonLink>
        )}
        <Button variant="secondary" onClick={onBookAnother}>
          Book another session
        </Button>
      </div>
    </section>
  );
}
