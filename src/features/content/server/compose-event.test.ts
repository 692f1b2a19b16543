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
