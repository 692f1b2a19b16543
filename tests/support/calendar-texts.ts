/** An iCalendar text with these components, with long lines folded. */
export const calendarWith = (...components: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Somebody//Else//EN',
    ...components,
    'END:VCALENDAR',
    '',
  ]
    .flatMap((text) => text.split('\n'))
    .join('\r\n');

let events = 0;

/** An event with these lines, and a new UID unless they contain one. */
export function eventWith(...lines: string[]): string {
  events += 1;
  const uid = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:event-${events}`];
  return ['BEGIN:VEVENT', ...uid, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\n');
}
