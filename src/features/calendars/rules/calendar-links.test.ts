import { expect, it } from 'vitest';
import { googleCalendarLink, outlookCalendarLink, subscribeLinks } from './calendar-links.ts';

const entry = {
  title: '1-on-1 Session · Time vs Price & more',
  startsAt: new Date('2026-12-31T21:00:00Z'),
  minutes: 60,
  details: 'Move or cancel: https://site.test/booking/abc?x=1',
  location: 'Zoom',
};

it('passes the span to Google in UTC', () => {
  const { searchParams } = new URL(googleCalendarLink(entry));
  expect(searchParams.get('action')).toBe('TEMPLATE');
  expect(searchParams.get('dates')).toBe('20261231T210000Z/20261231T220000Z');
  expect(searchParams.get('text')).toBe(entry.title);
  expect(searchParams.get('details')).toBe(entry.details);
});

it('passes the same span to Outlook', () => {
  const { searchParams } = new URL(outlookCalendarLink(entry));
  expect(searchParams.get('rru')).toBe('addevent');
  expect(searchParams.get('startdt')).toBe('2026-12-31T21:00:00.000Z');
  expect(searchParams.get('enddt')).toBe('2026-12-31T22:00:00.000Z');
  expect(searchParams.get('subject')).toBe(entry.title);
});

it('encodes each text, whatever it contains', () => {
  const text = '&dates=1#\r\n;"+%26';
  const hostile = { ...entry, title: text, details: text, location: text };
  for (const link of [googleCalendarLink, outlookCalendarLink]) {
    const { searchParams, hash } = new URL(link(hostile));
    expect([...searchParams.keys()]).toEqual([...new URL(link(entry)).searchParams.keys()]);
    expect(searchParams.getAll('location')).toEqual([text]);
    expect(hash).toBe('');
    // Outlook shows every plus sign of a URL.
    expect(link(hostile)).not.toContain('+');
  }
});

it('returns links to subscribe in Apple, Google and Outlook', () => {
  const [apple, google, outlook] = subscribeLinks('https://site.test/calendar/a.ics', 'A & B').map(
    ({ href }) => new URL(href),
  );
  expect(apple?.href).toBe('webcal://site.test/calendar/a.ics');
  expect(google?.searchParams.get('cid')).toBe('webcal://site.test/calendar/a.ics');
  expect(outlook?.searchParams.get('url')).toBe('https://site.test/calendar/a.ics');
  expect(outlook?.searchParams.get('name')).toBe('A & B');
});
