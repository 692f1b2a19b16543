import ICAL from 'ical.js';
import type { ReceivedMail } from './smtp-receiver.ts';

/** An invitation as read by an independent calendar library. */
export interface ReadInvitation {
  method: string;
  uid: string;
  sequence: number;
  status: string;
  start: string;
  end: string;
  organizer: string;
  attendees: string[];
  summary: string;
  location: string;
  description: string;
  /** Where to join or change the session; empty if there is no such place. */
  url: string;
}

/** Reads an iCalendar object with one event. Throws if it is invalid. */
export function readCalendar(text: string): ReadInvitation {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [entry, ...more] = calendar.getAllSubcomponents('vevent');
  if (!entry || more.length > 0) throw new Error('Expected exactly one event');
  const event = new ICAL.Event(entry);
  const value = (name: string) => String(entry.getFirstPropertyValue(name) ?? '');
  if (event.startDate.zone !== ICAL.Timezone.utcTimezone) throw new Error('Not in UTC');
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: Number(event.sequence),
    status: value('status'),
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    organizer: value('organizer'),
    attendees: event.attendees.map((one) => String(one.getFirstValue()).toLowerCase()).sort(),
    summary: event.summary,
    location: event.location,
    description: event.description,
    url: value('url'),
  };
}

/** Reads the invitation of a mail. Throws if the calendar part and the attached file differ. */
export function readInvitation({ raw, mail }: ReceivedMail): ReadInvitation {
  const type =
    /^content-type: text\/calendar;[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/im.exec(raw)?.[0] ?? '';
  const calendars = mail.attachments.filter(({ mimeType }) =>
    ['text/calendar', 'application/ics'].includes(mimeType),
  );
  const texts = calendars.map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  if (calendars.length !== 2 || texts[0] !== texts[1])
    throw new Error(`Expected one invitation in two forms, found ${calendars.length}`);
  const invitation = readCalendar(texts[0] ?? '');
  if (!type.toLowerCase().includes(`method=${invitation.method.toLowerCase()}`))
    throw new Error(`The part's type does not name the method: ${type}`);
  return invitation;
}
