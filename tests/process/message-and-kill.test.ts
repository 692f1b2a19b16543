import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import {
  createDirectory,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

let directory: string;
let receiver: SmtpReceiver;
let site: SiteProcess | undefined;

beforeEach(async () => {
  directory = await createDirectory();
  receiver = await startSmtpReceiver();
});
afterEach(async () => {
  await site?.end('SIGTERM');
  await receiver.close();
  await removeDirectory(directory);
});

async function start(environment: Record<string, string> = {}): Promise<SiteProcess> {
  site = await runSite({ DATA_DIR: directory, ...environment });
  await site.untilReady();
  return site;
}

const post = ({ url }: SiteProcess, path: string, body: object) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const storedIds = async (): Promise<string[]> =>
  (await query(await findPrivateDatabase(directory), 'select id from leads')).map(({ id }) => id);

const owed = async () => {
  const [row] = await query(
    await findPrivateDatabase(directory),
    `select count(*)::int as n from mail_deliveries where status = 'queued'`,
  );
  return row.n as number;
};

it('killed while the mail is handed over, hands it over soon after its next start', async () => {
  receiver.behave('hold');
  const killed = await start({ SMTP_URL: receiver.url });
  const body = contactBody();
  expect((await post(killed, '/api/leads', body)).status).toBe(201);
  await until('the mail to be offered', () => receiver.offered() === 1);
  await killed.end('SIGKILL');
  receiver.behave('accept');

  await start({ SMTP_URL: receiver.url });
  await until('the mail to be taken', () => receiver.received.length === 1);
  await until('nothing to be owed', async () => (await owed()) === 0);
  expect(receiver.received).toHaveLength(1);
});

it('told to stop while the mail is handed over, finishes it first', async () => {
  receiver.behave('hold');
  const stopping = await start({ SMTP_URL: receiver.url });
  await post(stopping, '/api/leads', contactBody());
  await until('the mail to be offered', () => receiver.offered() === 1);
  const ended = stopping.end('SIGTERM');
  await until('the site to close its door', async () =>
    fetch(stopping.url).then(
      () => false,
      () => true,
    ),
  );
  receiver.release();
  expect(await ended).toBe(0);
  expect(receiver.received).toHaveLength(1);

  await start({ SMTP_URL: receiver.url });
  expect(await owed()).toBe(0);
});

it('killed again and again under load, loses nothing it answered for and mails nothing twice', async () => {
  const answered: { id: string; kind: 'lead' | 'booking' }[] = [];

  /** Sends by all three ways until the site is gone; only answers count. */
  async function sendUntilKilled(target: SiteProcess): Promise<void> {
    for (let round = 0; ; round += 1) {
      const kind = round % 3 === 2 ? 'booking' : 'lead';
      const body = kind === 'lead' ? contactBody() : bookingBody();
      try {
        const response = await post(target, round % 3 === 0 ? '/api/leads' : '/contact.php', body);
        if (response.ok) answered.push({ id: body.id, kind });
      } catch {
        return;
      }
    }
  }

  for (let life = 1; life <= 4; life += 1) {
    const victim = await start();
    const before = answered.length;
    const senders = Array.from({ length: 4 }, () => sendUntilKilled(victim));
    await until('enough to be answered', () => answered.length >= before + 40 * life);
    await victim.end('SIGKILL');
    await Promise.all(senders);
  }

  await start();
  const leads = answered.filter(({ kind }) => kind === 'lead').map(({ id }) => id);
  await until('every lead to be stored', async () => {
    const stored = new Set(await storedIds());
    return leads.every((id) => stored.has(id));
  });
  const mailbox = path.join(directory, 'mailbox');
  const mailedIds = async () =>
    (await readMailbox(mailbox)).map(({ messageId }) => messageId?.split('.')[1] ?? '');
  await until('every notice to be there', async () => {
    const mailed = new Set(await mailedIds());
    return answered.every(({ id }) => mailed.has(id));
  });
  await until('nothing to be owed', async () => (await owed()) === 0);
  const mailed = await mailedIds();
  expect(mailed.length).toBe(new Set(mailed).size);
});
