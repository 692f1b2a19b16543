import { ExternalLink, textLink } from '#app/ui/link.tsx';
import { site } from '#content/site.ts';
import { googleCalendarLink, outlookCalendarLink } from '#domain/calendar-links.ts';
import { describeSession } from './slot-text.ts';

interface AddToCalendarProps {
  sessionType: string;
  meetingType: string;
  startsAt: Date;
  minutes: number;
  /** `/booking/<token>`. */
  managePath: string;
}

/** Three ways to put a session into a calendar. */
export function AddToCalendar({
  managePath,
  sessionType,
  meetingType,
  ...time
}: AddToCalendarProps) {
  const entry = {
    ...time,
    title: `${sessionType} · ${site.name}`,
    details: `${sessionType} by ${meetingType}. The confirmation in your mailbox has the link to move or cancel it.`,
    location: meetingType,
  };
  return (
    <ul aria-label="Add to calendar" className="flex flex-wrap gap-x-6 gap-y-2">
      <li>
        <a href={`${managePath}/invitation.ics`} download className={textLink}>
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

/** When a session is: on the visitor's clock and, when that is another, on the mentor's. */
export function SessionTimes({ startsAt, timeZone }: { startsAt: Date; timeZone: string | null }) {
  const [first, ...others] = describeSession(startsAt, timeZone);
  if (!first) return null;
  return (
    <div className="grid gap-1.5">
      <p>
        <time dateTime={startsAt.toISOString()} className="font-display text-2xl tracking-tight">
          {first.date}, {first.time}
        </time>
        <span className="block text-sm text-muted">{first.zone}</span>
      </p>
      {others.map(({ date, time, zone }) => (
        <p key={zone} className="text-sm text-muted">
          For the mentor: {date}, {time} · {zone}
        </p>
      ))}
    </div>
  );
}
