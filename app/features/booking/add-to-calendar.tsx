import { ExternalLink } from '#app/ui/link.tsx';
import { site } from '#content/site.ts';
import { googleCalendarLink, outlookCalendarLink } from '#domain/calendar-links.ts';

interface AddToCalendarProps {
  sessionType: string;
  meetingType: string;
  startsAt: Date;
  minutes: number;
  /** `/booking/<token>`. */
  managePath: string;
}

const linkClass =
  'font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold';

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
        <a href={`${managePath}/invitation.ics`} download className={linkClass}>
          Calendar file (.ics)
        </a>
      </li>
      <li>
        <ExternalLink href={googleCalendarLink(entry)} className={linkClass}>
          Google Calendar
        </ExternalLink>
      </li>
      <li>
        <ExternalLink href={outlookCalendarLink(entry)} className={linkClass}>
          Outlook
        </ExternalLink>
      </li>
    </ul>
  );
}
