import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { booking } from '#content/booking.ts';
import { openingSlots } from '#domain/slots.ts';
import { sessionBody, sessionNotice } from '#tests/support/booking-bodies.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { createOwnFolder, type OwnFolder } from '#tests/support/own-folder.ts';
import { type SiteProcess, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, hurryRepeats, query } from '#tests/support/site-state.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

const dayMs = 24 * 3_600_000;

let folder: OwnFolder;
let receiver: SmtpReceiver;

beforeEach(async () => {
  folder = await createOwnFolder();
  receiver = await startSmtpReceiver();
});
afterEach(async () => {
  await folder[Symbol.asyncDispose]();
  await receiver.close();
});

const post = ({ url }: SiteProcess, path: string, body: object) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const storedIds = async (): Promise<string[]> =>
  (
    await query(
      await findPrivateDatabase(folder.directory),
      'select id from leads union all select id from bookings',
    )
  ).map(({ id }) => id);

/** How many mails are still to go, whose next try is due at once. */
const queued = async () => {
  await hurryRepeats(await findPrivateDatabase(folder.directory));
  const [row] = await query(
    await findPrivateDatabase(folder.directory),
    `select count(*)::int as n from mail_deliveries where status = 'queued'`,
  );
  return row.n as number;
};

/** From a mailbox that gets no automatic answer: the notice is the only mail. */
const unanswered = () => contactBody({ email: 'no-reply@example.com' });

it('killed while the mail is being sent, sends it after the next start', async () => {
  receiver.behave('hold');
  const killed = await folder.startReady({ SMTP_URL: receiver.url });
  expect((await post(killed, '/api/leads', unanswered())).status).toBe(201);
  await until('the mail to be offered', () => receiver.offered() === 1);
  await killed.end('SIGKILL');
  receiver.behave('accept');

  await folder.startAfterKill({ SMTP_URL: receiver.url });
  await until('an empty outbox', async () => (await queued()) === 0);
  expect(receiver.received).toHaveLength(1);
});

it('told to stop while a mail is being sent, finishes it first', async () => {
  receiver.behave('hold');
  const stopping = await folder.startReady({ SMTP_URL: receiver.url });
  await post(stopping, '/api/leads', unanswered());
  await until('the mail to be offered', () => receiver.offered() === 1);
  const ended = stopping.end('SIGTERM');
  await until('the site to close its port', async () =>
    fetch(stopping.url).then(
      () => false,
      () => true,
    ),
  );
  receiver.release();
  expect(await ended).toBe(0);
  expect(receiver.received).toHaveLength(1);

  await folder.startReady({ SMTP_URL: receiver.url });
  expect(await queued()).toBe(0);
});

it('killed again and again under load, loses nothing that was answered and mails nothing twice', async () => {
  const answered: { id: string; kind: 'lead' | 'booking' | 'undated booking' }[] = [];
  const slots = openingSlots(
    { timeZone: booking.timeZone, hours: booking.openingHours },
    {
      from: new Date(Date.now() + 2 * dayMs),
      to: new Date(Date.now() + 360 * dayMs),
    },
  ).values();
  const nextSession = () => sessionBody({ booking_date: slots.next().value?.toISOString() });

  const ways = [
    { kind: 'lead', path: '/api/leads', make: contactBody },
    { kind: 'booking', path: '/api/bookings', make: nextSession },
    { kind: 'lead', path: '/contact.php', make: contactBody },
    { kind: 'booking', path: '/contact.php', make: () => sessionNotice(nextSession()) },
    { kind: 'undated booking', path: '/contact.php', make: bookingBody },
  ] as const;

  /** Sends by every way until the site is gone; only answers count. */
  async function sendUntilKilled(target: SiteProcess): Promise<void> {
    for (let round = 0; ; round += 1) {
      const { kind, path, make } = ways[round % ways.length] ?? ways[0];
      const body = make();
      try {
        const response = await post(target, path, body);
        if (response.ok) answered.push({ id: body.id, kind });
      } catch {
        return;
      }
    }
  }

  for (let life = 1; life <= 3; life += 1) {
    const victim = await folder.startAfterKill();
    const before = answered.length;
    const senders = Array.from({ length: 4 }, () => sendUntilKilled(victim));
    await until('enough to be answered', () => answered.length >= before + 30 * life);
    await victim.end('SIGKILL');
    await Promise.all(senders);
  }

  await folder.startAfterKill();
  const storable = answered.filter(({ kind }) => kind !== 'undated booking').map(({ id }) => id);
  await until('every lead and every booking to be stored', async () => {
    const stored = new Set(await storedIds());
    return storable.every((id) => stored.has(id));
  });
  // `<booking.<id>.<digest>.notice@…>`: which record a mail is about, and which mail it is.
  const mailbox = path.join(folder.directory, 'mailbox');
  const readMails = async () =>
    (await readMailbox(mailbox)).map(({ messageId = '' }) => {
      const [, id = '', , name = ''] = messageId.split(/[.@]/);
      return `${id} ${name}`;
    });
  const due = answered.flatMap(({ id, kind }) =>
    kind === 'booking' ? [`${id} notice`, `${id} confirmation`] : [`${id} notice`],
  );
  await until('every notice and every confirmation to be there', async () => {
    await queued();
    const mails = new Set(await readMails());
    return due.every((mail) => mails.has(mail));
  });
  await until('an empty outbox', async () => (await queued()) === 0);
  const mails = await readMails();
  expect(mails.length).toBe(new Set(mails).size);
});
