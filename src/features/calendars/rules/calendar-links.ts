export interface CalendarEntry {
  title: string;
  startsAt: Date;
  minutes: number;
  details: string;
  location: string;
}

const endOf = ({ startsAt, minutes }: CalendarEntry) =>
  new Date(startsAt.getTime() + minutes * 60_000);

/** `20261124T160000Z` */
const compact = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** URLSearchParams writes a space as `+`, which Outlook shows. A real plus is already `%2B`. */
const link = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query)}`.replaceAll('+', '%20');

/** Returns the link that adds an entry in Google Calendar. */
export const googleCalendarLink = (entry: CalendarEntry) =>
  link('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${compact(entry.startsAt)}/${compact(endOf(entry))}`,
    details: entry.details,
    location: entry.location,
  });

/** Returns the link that adds an entry in Outlook. */
export const outlookCalendarLink = (entry: CalendarEntry) =>
  link('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    subject: entry.title,
    startdt: entry.startsAt.toISOString(),
    enddt: endOf(entry).toISOString(),
    body: entry.details,
    location: entry.location,
  });

/** Returns links that subscribe to a calendar in common programs. */
export function subscribeLinks(url: string, name: string) {
  const webcal = url.replace(/^https?:/, 'webcal:');
  return [
    { label: 'Apple', href: webcal },
    {
      label: 'Google',
      href: link('https://calendar.google.com/calendar/r', { cid: webcal }),
    },
    {
      label: 'Outlook',
      href: link('https://outlook.live.com/calendar/0/addfromweb', { url, name }),
    },
  ];
}
