import { expect, it } from 'vitest';
import { composeEvent } from './compose-event.ts';

const event = {
  id: 'e1',
  title: 'Gold at the open; live',
  date: '2031-05-04',
  time: '18:30',
  startsAt: '2031-05-04T16:30:00.000Z',
  location: 'Online',
  description: 'Bring\nquestions',
};
const compose = (changes: Partial<typeof event> | { startsAt: null }) =>
  composeEvent('https://gold.example', { site: { name: 'Gold' } } as never, {
    ...event,
    ...changes,
  });

it('writes the time of an event in UTC', () => {
  const lines = compose({}).split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:e1@gold.example',
      'DTSTART:20310504T163000Z',
      'DTEND:20310504T173000Z',
      String.raw`SUMMARY:Gold at the open\; live`,
      'LOCATION:Online',
      String.raw`DESCRIPTION:Bring\nquestions`,
    ]),
  );
});

it('uses the whole day for an event without a time, whatever the server’s time zone', () => {
  expect(compose({ startsAt: null })).toContain('DTSTART;VALUE=DATE:20310504\r\n');
});

it('leaves out characters that calendar files may not contain', () => {
  const file = compose({
    title: 'Price\u000Band\u0002 Time',
    location: 'Hall\u000BA\u007F',
    description: 'Bring\fa pen\r\nZoë 𝗧.\u001F O’Neill\tand\u0000 more',
  });
  expect(file.replaceAll('\r\n', '').match(/[^\P{Cc}\t]/gu)).toBeNull();
  expect(file.split('\r\n')).toEqual(
    expect.arrayContaining([
      'SUMMARY:Price and Time',
      'LOCATION:Hall A',
      String.raw`DESCRIPTION:Bring\na pen\nZoë 𝗧. O’Neill`.concat('\tand more'),
    ]),
  );
});
