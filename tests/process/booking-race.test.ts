import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { testSecret } from '#tests/support/secret.ts';
import {
  createDirectory,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

let directories: string[];
let sites: SiteProcess[];
let receiver: SmtpReceiver;

beforeEach(async () => {
  directories = await Promise.all([createSiteDirectory(), createDirectory()]);
  receiver = await startSmtpReceiver();
  sites = [];
});
afterEach(async () => {
  // The second one first: its database lives with the other.
  for (const site of sites.reverse()) await site.end('SIGTERM');
  await receiver.close();
  await Promise.all(directories.map(removeDirectory));
});

/** Two processes on one database. */
async function startTwo(): Promise<string> {
  const [first = '', second = ''] = directories;
  const start = async (environment: Record<string, string>) => {
    const site = await runSite({ SMTP_URL: receiver.url, ...environment });
    sites.push(site);
    await site.untilReady();
  };
  await start({ DATA_DIR: first, AUTH_SECRET: testSecret });
  const database = await findPrivateDatabase(first);
  await start({ DATA_DIR: second, DATABASE_URL: database });
  return database;
}

it('200 bookings of one slot through two processes: one is taken, 199 are told, nothing fails', async () => {
  const database = await startTwo();
  const [one, two] = sites;
  if (!one || !two) throw new Error('Two processes were to run');
  const from = new Date(Date.now() + 3 * 24 * 3_600_000);
  const to = new Date(from.getTime() + 7 * 24 * 3_600_000);
  const availability = await fetch(
    `${one.url}/api/availability?from=${from.toISOString()}&to=${to.toISOString()}`,
  );
  const [slot] = (await availability.json()).slots;

  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const email = `visitor-${randomUUID()}@example.com`;
      const response = await fetch(`${(index % 2 ? one : two).url}/api/bookings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sessionBody({ email, booking_date: slot })),
      });
      return { email, status: response.status, body: await response.json() };
    }),
  );
  const byStatus = Object.groupBy(answers, ({ status }) => String(status));
  expect(
    Object.fromEntries(Object.entries(byStatus).map(([key, all]) => [key, all?.length])),
  ).toEqual({
    201: 1,
    409: 199,
  });
  for (const { body } of byStatus['409'] ?? []) {
    expect(body.code).toBe('slot-taken');
    expect(body.slots).not.toContain(slot);
  }

  await until('an empty outbox', async () => {
    const rows = await query(database, 'select status from mail_deliveries');
    return rows.length === 2 && rows.every(({ status }) => status === 'sent');
  });
  const winner = byStatus['201']?.[0]?.email ?? '';
  expect(receiver.received.map(({ envelope }) => envelope.to).sort()).toEqual(
    [['mentor@example.com'], [winner]].sort(),
  );
  for (const mail of receiver.received) expect(readInvitation(mail).start).toBe(slot);
  expect(await query(database, 'select email from bookings')).toEqual([{ email: winner }]);
});
