import { useSyncExternalStore } from 'react';
import { describeSession } from '#features/availability/ui/index.ts';
import { googleCalendarLink, outlookCalendarLink } from '#features/calendars/rules/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { ExternalLink, textLink } from '#ui/link.tsx';

export interface CalendarEntry {
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
export const useIs24Hours = () =>
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

/** The private link of a booking that no email contains, to copy or to send. */
export const KeepLink = ({ url, isHeld }: { url: string; isHeld: boolean }) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-muted">
      {`No email has this private link, so keep it. It shows your session, and ${isHeld ? 'lets you pay for it or cancel it' : 'moves or cancels it'}.`}
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
