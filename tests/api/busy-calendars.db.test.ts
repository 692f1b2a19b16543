import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { replaceBusyTimes } from '#features/calendars/server/queries/busy-calendars.ts';
import type { CalendarNetwork } from '#features/calendars/server/reading/download-calendar.ts';
import { busyCalendars, busyTimes } from '#platform/db/schema/booking-schema.ts';
import { credentialsRefused } from '#rules/url.ts';
import { mentor } from '#tests/support/accounts.ts';
import { openingMorning, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { calendarWith, eventWith } from '#tests/support/calendar-texts.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';
import { type CalendarHandler, startCalendarServer } from './calendar-server.ts';

const server = await startCalendarServer();
const { connectionString, clock, api, admin, startAnother } = await openTestSite({
  now: openingMorning,
  calendarNetwork: server.network,
});

afterAll(() => server.close());

const dentist = calendarWith(
  eventWith('SUMMARY:Dentist', 'DTSTART:20300108T173000Z', 'DTEND:20300108T181500Z'),
);

const add = (url: string, name = 'Family') =>
  admin.asMentor('POST', '/api/busy_calendars', { id: randomUUID(), name, url });
const list = async () => (await admin.read('/api/busy_calendars')).items;
const readAgain = async () => {
  const [calendar] = await list();
  return (await admin.asMentor('POST', `/api/busy_calendars/${calendar.id}/read`)).json();
};
const free = async (): Promise<string[]> => {
  const answer = await api.app.request('/api/availability?from=2030-01-08&to=2030-01-09');
  return (await answer.json()).slots;
};
const withoutDentist = [0, 3, 4, 5].map((index) => tuesdaySlots[index]);

describe('a calendar that the mentor connects', () => {
  it('a calendar that the mentor connects is read when it is added, and its address is kept secret', async () => {
    const url = server.put('/secret-of-family.ics', dentist);
    expect((await add(url.replace('https:', 'webcal:'))).status).toBe(201);
    expect(await free()).toEqual(withoutDentist);
    const [calendar] = await list();
    expect(calendar).toEqual({
      id: expect.any(String),
      name: 'Family',
      host: 'localhost',
      last_error: null,
      unread_events: [],
      created_at: expect.any(String),
      read_at: expect.any(String),
    });
    const [row] = await api.db.select().from(busyCalendars);
    expect(JSON.stringify(row)).not.toContain('secret-of-family');
    expect(api.logged()).not.toContain('secret-of-family');
  });

  it('a calendar that the mentor connects is read again by the job and on demand', async () => {
    const url = server.put('/family.ics', dentist);
    await add(url);
    server.put('/family.ics', calendarWith());
    await api.services.jobHandlers.readBusyCalendars();
    expect(await free()).toEqual(tuesdaySlots);
    server.put('/family.ics', dentist);
    expect(await readAgain()).toMatchObject({ name: 'Family', last_error: null });
    expect(await free()).toEqual(withoutDentist);
    const schedule = `select cron from pgboss.schedule where name = 'read-busy-calendars'`;
    expect(await query(connectionString, schedule)).toEqual([{ cron: '*/5 * * * *' }]);
  });

  it('a calendar that the mentor connects shows an error and keeps its last known times when it can’t be read', async () => {
    const url = server.put('/family.ics', dentist);
    await add(url);
    const [{ read_at }] = await list();
    server.put('/family.ics', (_, response) => response.writeHead(503).end());
    await api.services.jobHandlers.readBusyCalendars();
    expect(await list()).toMatchObject([
      {
        read_at,
        last_error: expect.stringContaining('has a problem. Try again in a few minutes.'),
      },
    ]);
    expect(await free()).toEqual(withoutDentist);
    server.put('/family.ics', dentist);
    const again = await readAgain();
    expect(again.last_error).toBeNull();
    expect(again.read_at > read_at).toBe(true);
  });

  it.each([
    ['that is under way', '2029-12-29', '2030-01-10'],
    ['that ends after the last bookable day', '2030-01-08', '2041-02-03'],
    ['of the day before', '2030-01-06', '2030-01-07'],
  ])('closes a holiday %s, on a clock that is not round', async (_, from, until) => {
    clock.now = new Date('2030-01-07T08:00:37.265Z');
    const holiday = eventWith(
      `DTSTART;VALUE=DATE:${from.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${until.replaceAll('-', '')}`,
    );
    const isClosed = until > '2030-01-08';
    expect((await add(server.put('/family.ics', calendarWith(holiday)))).status).toBe(201);
    expect(await free()).toEqual(isClosed ? [] : tuesdaySlots);
    const times = () => api.db.select().from(busyTimes);
    const known = await times();
    clock.now = new Date('2030-01-07T08:05:41.907Z');
    expect(await readAgain()).toMatchObject({ last_error: null });
    expect(await times()).toEqual(known);
  });

  it.each([
    ['UTF-16', 'utf16le', '\uFEFF'],
    ['UTF-16 without a byte order mark', 'utf16le', ''],
  ] as const)(
    'a calendar that the mentor connects may be in %s, in either byte order',
    async (_, encoding, mark) => {
      const little = Buffer.from(mark + dentist, encoding);
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        const url = server.put('/family.ics', (_request, response) => response.end(bytes));
        await add(url);
        expect(await free()).toEqual(withoutDentist);
        const [{ id }] = await list();
        await admin.asMentor('DELETE', `/api/busy_calendars/${id}`);
      }
    },
  );

  it('a calendar that the mentor connects stores busy times to the millisecond, and only if they differ', async () => {
    await add(server.put('/family.ics', dentist));
    const [{ id }] = await list();
    const span = {
      from: new Date('2030-01-08T16:00:37.265Z'),
      to: new Date('2030-01-08T17:00:00.001Z'),
    };
    const store = () =>
      api.db.transaction((transaction) => replaceBusyTimes(transaction, id, [span]));
    const rows = () => query(connectionString, 'select ctid, starts_at, ends_at from busy_times');
    await store();
    const stored = await rows();
    expect(stored).toMatchObject([{ starts_at: span.from, ends_at: span.to }]);
    await store();
    expect(await rows()).toEqual(stored);
  });

  it('a calendar that the mentor connects shows an error if its times can’t be stored', async () => {
    await add(server.put('/family.ics', dentist));
    await query(connectionString, 'alter table busy_times rename to busy_times_away');
    try {
      await api.services.jobHandlers.readBusyCalendars();
      expect(await list()).toMatchObject([
        { last_error: expect.stringContaining('Something went wrong on our side') },
      ]);
    } finally {
      await query(connectionString, 'alter table busy_times_away rename to busy_times');
    }
    expect(await readAgain()).toMatchObject({ last_error: null });
    expect(api.logged()).not.toContain('Dentist');
  });

  it('blocks the events that can be read, and lists the rest only for the mentor', async () => {
    const odd = eventWith('SUMMARY:Choir', 'DTSTART;TZID=Mars:20300108T160000', 'DURATION:PT1H');
    const event = eventWith('DTSTART:20300108T173000Z', 'DTEND:20300108T181500Z');
    const unread = [{ title: 'Choir', reason: expect.stringContaining('“Mars” is unknown') }];
    await add(server.put('/family.ics', calendarWith(odd, event)));
    expect(await list()).toMatchObject([{ last_error: null, unread_events: unread }]);
    expect(await free()).toEqual(withoutDentist);
    expect(await readAgain()).toMatchObject({ unread_events: unread });
    expect(api.logged()).not.toContain('Choir');
    server.put('/family.ics', dentist);
    expect(await readAgain()).toMatchObject({ unread_events: [] });
  });

  it.each([
    ['by an account', mentor.email],
    ['by the calendar’s address', 'somebody@example.org'],
  ])(
    'a calendar that the mentor connects does not block what the mentor, known %s, has declined',
    async (_, email) => {
      const declined = `ATTENDEE;PARTSTAT=DECLINED:mailto:${email}`;
      const event = eventWith(declined, 'DTSTART:20300108T173000Z', 'DURATION:PT1H');
      await add(server.put('/ical/somebody%40example.org/basic.ics', calendarWith(event)));
      expect(await list()).toHaveLength(1);
      expect(await free()).toEqual(tuesdaySlots);
    },
  );

  it('a calendar that the mentor connects is requested with the site’s user agent, and at most two at a time', async () => {
    let [reading, most, agent] = [0, 0, ''];
    const url = server.put('/family.ics', (request, response) => {
      agent = request.headers['user-agent'] ?? '';
      reading += 1;
      most = Math.max(most, reading);
      setImmediate(() => {
        reading -= 1;
        response.end(dentist);
      });
    });
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(url, `${index}`)));
    expect(most).toBeLessThanOrEqual(2);
    expect(agent).toMatch(/^Mozilla\/5\.0 \(compatible; TimeVsPrice\/\d+\.\d+\.\d+\)$/);
  });

  it('a calendar that the mentor connects leaves no data behind when it is deleted', async () => {
    await add(server.put('/family.ics', dentist));
    const [{ id }] = await list();
    const remove = () => admin.asMentor('DELETE', `/api/busy_calendars/${id}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await api.db.$count(busyTimes)).toBe(0);
    expect(await free()).toEqual(tuesdaySlots);
  });

  it('a calendar that the mentor connects is limited to three', async () => {
    const url = server.put('/family.ics', dentist);
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => add(url, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    expect(await list()).toHaveLength(3);
    expect(await free()).toEqual(withoutDentist);
  });

  it('a calendar that the mentor connects asks to be connected again if it was saved under another secret', async () => {
    await add(server.put('/family.ics', dentist));
    await query(connectionString, `update busy_calendars set encrypted_url = 'x'`);
    expect(await readAgain()).toMatchObject({
      host: null,
      last_error: expect.stringContaining('no longer decrypt this address'),
    });
    expect(await free()).toEqual(withoutDentist);
  });
});

/** Returns the error message at the field. */
async function refusalOf(url: string): Promise<string> {
  const answer = await add(url);
  expect(answer.status).toBe(422);
  const { errors } = await answer.json();
  expect(errors).toEqual([{ field: 'url', message: expect.any(String) }]);
  expect(await list()).toEqual([]);
  return errors[0].message;
}

const redirect =
  (location: string): CalendarHandler =>
  (_, response) =>
    response.writeHead(302, { Location: location }).end();

describe('an address', () => {
  const mustBeHttps = 'Paste the calendar’s address. It starts with https://.';
  const isPrivate = 'We can’t reach this address: it’s on a private network.';

  it.each([
    ['not a URL', 'my calendar', mustBeHttps],
    ['not https', 'http://localhost/family.ics', mustBeHttps],
    ['a file', 'file:///etc/passwd', mustBeHttps],
    ['a URL with a password', 'https://me:secret@example.com/family.ics', credentialsRefused],
    ['on this machine', 'https://127.0.0.2/family.ics', isPrivate],
    ['on this machine in another notation', 'https://0x7f.2/family.ics', isPrivate],
    ['on this machine in IPv6', 'https://[::ffff:127.0.0.2]/family.ics', isPrivate],
    ['on a private network', 'https://192.168.1.1/family.ics', isPrivate],
    ['a cloud’s metadata address', 'https://169.254.169.254/latest/meta-data', isPrivate],
  ])('an address is refused if it is %s', async (_, url, message) => {
    expect(await refusalOf(url)).toBe(message);
  });

  it('an address is not requested if its name resolves to a private network', async () => {
    const { network } = server;
    const closed = { ...network, allowedAddresses: [] };
    const site = await startAnother({ calendarNetwork: closed });
    const before = server.asked.length;
    const url = server.put('/family.ics', dentist);
    const adding = site.services.addBusyCalendar({ id: randomUUID(), name: 'Family', url });
    await expect(adding).rejects.toMatchObject({
      fieldErrors: [{ field: 'url', message: isPrivate }],
    });
    expect(server.asked).toHaveLength(before);
  });

  it('an address may redirect three times, each time to a public address with https', async () => {
    const url = server.put('/family.ics', dentist);
    const third = server.put('/3', redirect(url));
    const second = server.put('/2', redirect('/3'));
    server.put('/1', redirect(second));
    server.put('/0', redirect('/1'));
    expect(third).toContain('/3');
    expect(await refusalOf(`${server.origin}/0`)).toContain('keeps redirecting');
    expect(await refusalOf(server.put('/out', redirect('https://127.0.0.2/x.ics')))).toBe(
      isPrivate,
    );
    expect(await refusalOf(server.put('/plain', redirect(url.replace('https', 'http'))))).toBe(
      'The address must start with https://.',
    );
    expect((await add(`${server.origin}/1`)).status).toBe(201);
    expect(await free()).toEqual(withoutDentist);
  });
});

const answerWith =
  (status: number): CalendarHandler =>
  (_, response) =>
    response.writeHead(status).end();

describe('something other than a calendar', () => {
  const large = calendarWith(eventWith(`DESCRIPTION:${'x'.repeat(22_000_000)}`));

  it.each<[string, string | CalendarHandler | undefined, string]>([
    ['nothing', undefined, 'There is no longer a calendar at this address.'],
    ['a page', '<!doctype html>', 'There is no calendar at this address.'],
    ['a sign-in', answerWith(401), 'This calendar is private.'],
    ['a refusal', answerWith(403), 'Copy its secret address instead. (Error 403)'],
    ['a deleted calendar', answerWith(410), 'Copy the address again. (Error 410)'],
    ['a busy server', answerWith(429), 'too often. Try again in a few minutes.'],
    ['a broken server', answerWith(500), 'has a problem. Try again in a few minutes.'],
    ['another refusal', answerWith(406), 'doesn’t accept this address'],
    ['more than 20 MB', large, 'The calendar is larger than 20 MB.'],
    [
      'more than 20 MB, compressed',
      (_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(large)),
      'The calendar is larger than 20 MB.',
    ],
    [
      'a connection that breaks off',
      (_, response) => response.write('BEGIN:', () => response.destroy()),
      'was lost',
    ],
  ])('%s is refused at the field', async (_, answer, message) => {
    server.remove('/family.ics');
    if (answer !== undefined) server.put('/family.ics', answer);
    expect(await refusalOf(`${server.origin}/family.ics`)).toContain(message);
  });

  /** Adds a calendar to a site with a shorter timeout, and expects a refusal with this reason. */
  async function expectRefusedWithin(
    patienceMs: NonNullable<CalendarNetwork['patienceMs']>,
    url: string,
    message: RegExp,
  ): Promise<void> {
    const site = await startAnother({ calendarNetwork: { ...server.network, patienceMs } });
    const adding = site.services.addBusyCalendar({ id: randomUUID(), name: 'Family', url });
    const refused = expect(adding).rejects.toMatchObject({
      fieldErrors: [{ field: 'url', message: expect.stringMatching(message) }],
    });
    // Other requests are served in the meantime.
    expect(await free()).toEqual(tuesdaySlots);
    await refused;
  }

  it('something other than a calendar aborts an endless response', async () => {
    const url = server.put('/family.ics', (_, response) => {
      const timer = setInterval(() => response.write('BEGIN:VCALENDAR\r\n'), 100);
      response.on('close', () => clearInterval(timer));
    });
    const reason = /^The calendar’s server takes too long to answer\.$/;
    await expectRefusedWithin({ download: 500 }, url, reason);
  });
});
