import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import migrations from '#platform/db/migrations/meta/_journal.json' with { type: 'json' };
import { mailConcurrency } from '#platform/mail/mailer.ts';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { hashStream, writeLargeFile } from '#tests/support/large-file.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { type SeveralProcesses, startSeveral } from '#tests/support/processes-behind-nginx.ts';
import { sendFile } from '#tests/support/resumable-client.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import { until } from '#tests/support/site-process.ts';
import { hurryRepeats } from '#tests/support/site-state.ts';

const megabyte = 1024 ** 2;

let site: SeveralProcesses;

beforeAll(async () => {
  site = await startSeveral({ RATE_LIMITS: 'on', LOG_LEVEL: 'info' });
  // Both start at the same time on an empty database.
  await site.startAll();
});
afterAll(() => site[Symbol.asyncDispose]());

/** Resolves the proxy's name, which no name server knows. */
const lookup: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

let nextHost = 1;
/** A visitor at an address that no other test uses, so that limits do not interfere. */
function newVisitor() {
  nextHost += 1;
  return site.clientFrom(`127.9.${Math.floor(nextHost / 250)}.${(nextHost % 250) + 1}`);
}

/** Calls one of the processes without the proxy. */
const callMember = (index: 0 | 1, cookie = '') => {
  return (method: string, pathname: string, body?: unknown) =>
    fetch(site.members[index].url + pathname, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
};

const count = async (statement: string): Promise<number> =>
  Number((await site.query(`select count(*)::int as count ${statement}`))[0]?.count);

it('the processes start together on an empty database, with one account and every schedule once', async () => {
  expect(await count('from "user"')).toBe(1);
  expect(await count('from drizzle.__drizzle_migrations')).toBe(migrations.entries.length);
  const names = (await site.query('select name from pgboss.schedule')).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    'convert-films',
    'keep-orders',
    'keep-retention',
    'make-backup',
    'read-busy-calendars',
    'sweep-accounts',
    'sweep-trash',
    'sweep-uploads',
  ]);
});

it('a session counts at both processes and can be ended at either', async () => {
  const signedIn = await callMember(0)('POST', '/api/auth/sign-in/email', mentor);
  const cookie = toCookie(signedIn.headers.getSetCookie());
  const [one, other] = [callMember(0, cookie), callMember(1, cookie)];
  expect((await other('GET', '/api/leads')).status).toBe(200);
  const { status } = await other('POST', '/api/auth/sign-out', {});
  expect(status).toBeLessThan(300);
  expect((await one('GET', '/api/leads')).status).toBe(401);
});

it('a change at one process is announced to listeners at the other, and both show it', async () => {
  const cookie = await site.signIn();
  const title = `Meeting ${randomUUID()}`;
  const stream = await fetch(`${site.members[1].url}/api/changes`, { headers: { Cookie: cookie } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  // Both have served the page before and cached it.
  for (const index of [0, 1] as const) await callMember(index)('GET', '/community');

  const event = { id: randomUUID(), title, date: '2099-01-02' };
  expect((await callMember(0, cookie)('POST', '/api/events', event)).status).toBe(201);
  let heard = '';
  while (!heard.includes('"table":"events"')) heard += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  for (const index of [0, 1] as const) {
    await until('both pages to show it', async () =>
      (await (await callMember(index)('GET', '/community')).text()).includes(title),
    );
  }
});

it('a setting that is saved at one process applies at the other', async () => {
  const cookie = await site.signIn();
  const [one, other] = [callMember(0, cookie), callMember(1, cookie)];
  const before = await (await one('GET', '/api/settings/site')).json();
  const name = `Gold ${randomUUID().slice(0, 8)}`;
  const saved = await one('PUT', '/api/settings/site', {
    version: before.version,
    value: { ...before.value, name },
  });
  expect(saved.status).toBe(200);
  const { items } = await (await other('GET', '/api/settings')).json();
  const version = before.version + 1;
  expect(items).toContainEqual(expect.objectContaining({ section: 'site', version }));
  await until('the other page to show it', async () =>
    (await (await other('GET', '/about')).text()).includes(name),
  );
});

it('a limit counts requests to both processes', async () => {
  const visitor = newVisitor();
  const statuses: (number | undefined)[] = [];
  for (let sent = 0; sent < 32; sent += 1) {
    const { status } = await visitor.send('POST', '/api/leads', { body: contactBody() });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(30).fill(201), 429, 429]);
});

it('only one of many visitors gets a time, whichever process they reach', async () => {
  const from = new Date(Date.now() + 3 * 24 * 3_600_000);
  const to = new Date(from.getTime() + 7 * 24 * 3_600_000);
  const span = `from=${from.toISOString()}&to=${to.toISOString()}`;
  const [slot] = (await (await callMember(0)('GET', `/api/availability?${span}`)).json()).slots;
  const answers = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const email = `visitor-${randomUUID()}@example.com`;
      const body = sessionBody({ email, booking_date: slot });
      return (await newVisitor().send('POST', '/api/bookings', { body })).status;
    }),
  );
  expect(answers.toSorted()).toEqual([201, ...Array(59).fill(409)]);
  expect(await count('from bookings')).toBe(1);
  await until(
    'both mails of the successful visitor',
    async () => site.receiver.received.length >= 2,
  );
});

it('a video is uploaded in parts to both processes in turn, although each is killed in between', async () => {
  const cookie = await site.signIn();
  const size = 96 * megabyte;
  const file = path.join(site.directory, 'lesson.mp4');
  const hash = await writeLargeFile(file, sampleVideo(64), size);
  const killAt = [size / 3, (2 * size) / 3];
  const taken = [0, 0];
  const countParts = (index: 0 | 1) => {
    taken[index] = Number(taken[index]) + countLines(index, '"method":"PATCH"');
  };
  const countLines = (index: 0 | 1, words: string) =>
    site.members[index].process().output().split(words).length - 1;

  let restarted = Promise.resolve();
  const started = await sendFile({
    siteUrl: site.client.origin,
    connection: { ca: site.authority.certificate, lookup },
    cookie,
    file,
    size,
    metadata: { kind: 'video', filename: 'lesson.mp4' },
    onRequest: async () => {},
    async onPart({ position }) {
      if (position < (killAt[0] ?? size)) return;
      const index = killAt.length === 2 ? 0 : 1;
      killAt.shift();
      await restarted;
      countParts(index);
      await site.members[index].process().end('SIGKILL');
      restarted = site.members[index].start().then((again) => again.untilReady());
    },
  });
  await restarted;
  for (const index of [0, 1] as const) countParts(index);
  expect(started).toHaveLength(1);
  expect(Math.min(...taken)).toBeGreaterThan(1);

  const finish = `${started[0]}/finish`;
  const finished = await Promise.all(
    [0, 1].map(async (index) => callMember(index as 0 | 1, cookie)('POST', finish)),
  );
  const urls = await Promise.all(finished.map(async (answer) => (await answer.json()).url));
  expect(new Set(urls).size).toBe(1);
  const video = { id: randomUUID(), title: 'T', subtitle: 'S', video_url: urls[0] };
  const headers = { Cookie: cookie };
  const saved = await site.client.send('POST', '/api/videos', { headers, body: video });
  expect(saved.status).toBe(201);
  const asked = site.client.open('GET', String(urls[0]));
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(await hashStream(answer)).toBe(hash);
  // Neither process has stored any part on its disk.
  for (const name of ['one', 'other'])
    expect(await readdir(path.join(site.directory, name))).not.toContain('uploads-in-progress');
});

it('no acknowledged message is lost and no mail is sent twice when both are killed in turn under load', async () => {
  // The mail server refuses while processes are killed. Afterwards both send at the same time.
  site.receiver.behave('refuse');
  site.receiver.received.length = 0;
  const kills = 4;
  const leadsBefore = await count('from leads');
  const answered = new Set<string>();
  let isOver = false;

  /** Sends messages as the form does, with the fallback after a failure. */
  async function visit(): Promise<void> {
    while (!isOver) {
      const { send } = newVisitor();
      // This mailbox gets no automatic answer, so the notice is the only mail.
      const body = contactBody({ email: 'no-reply@example.com' });
      const stored = await send('POST', '/api/leads', { body }).catch(() => undefined);
      const notified = await send('POST', '/contact.php', { body }).catch(() => undefined);
      if (stored?.status === 201 || notified?.status === 200) answered.add(body.id);
    }
  }
  const visits = Array.from({ length: 4 }, visit);
  for (let round = 0; round < kills; round += 1) {
    const member = site.members[round % 2 === 0 ? 0 : 1];
    const before = answered.size;
    await until('some messages to be acknowledged', () => answered.size >= before + 10);
    await member.process().end('SIGKILL');
    await until('the other process to answer', () => answered.size >= before + 20);
    await (await member.start()).untilReady();
  }
  isOver = true;
  await Promise.all(visits);

  site.receiver.behave('accept');
  await until('every notice to be sent', async () => {
    await hurryRepeats(site.database);
    return (await count(`from mail_deliveries where status = 'queued'`)) === 0;
  });
  const stored = new Set((await site.query('select id from leads')).map(({ id }) => id));
  expect([...answered].filter((id) => !stored.has(id))).toEqual([]);
  const notices = site.receiver.received.filter(({ mail }) => mail.messageId?.includes('lead.'));
  const mails = notices.map(({ mail }) => mail.messageId);
  expect(mails.length).toBe(new Set(mails).size);
  // A mail that was being sent when its process died has an unknown result and is shown as failed.
  const shown = await count(`from mail_deliveries where status = 'failed'`);
  expect(shown).toBeLessThanOrEqual(kills * mailConcurrency);
  expect(mails.length + shown).toBe((await count('from leads')) - leadsBefore);
});

it('every visitor is served while the processes restart one after the other, as for an update', async () => {
  const failures: string[] = [];
  let isOver = false;
  let answers = 0;

  async function look(): Promise<void> {
    while (!isOver) {
      const { status } = await newVisitor()
        .send('GET', '/api/availability?from=2030-01-01&to=2030-01-02')
        .catch(() => ({ status: 0 }));
      if (status !== 200) failures.push(`GET ${status}`);
      answers += 1;
    }
  }
  async function write(): Promise<void> {
    while (!isOver) {
      const { send } = newVisitor();
      const body = contactBody();
      const stored = await send('POST', '/api/leads', { body }).catch(() => undefined);
      if (stored?.status === 201) continue;
      const notified = await send('POST', '/contact.php', { body }).catch(() => undefined);
      if (notified?.status !== 200) failures.push(`POST ${stored?.status} ${notified?.status}`);
    }
  }
  const visitors = [look(), look(), write(), write()];
  for (const member of site.members) {
    const before = answers;
    await until('answers', () => answers > before + 20);
    expect(await member.process().end('SIGTERM')).toBe(0);
    await until('answers from the other process', () => answers > before + 60);
    await (await member.start()).untilReady();
  }
  isOver = true;
  await Promise.all(visitors);
  expect(failures).toEqual([]);
});
