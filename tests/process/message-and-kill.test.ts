import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { createOwnFolder, type OwnFolder } from '#tests/support/own-folder.ts';
import { type SiteProcess, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, hurryRepeats, query } from '#tests/support/site-state.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

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

/** Makes all retries due and returns how many mails are still queued. */
const queued = async () => {
  await hurryRepeats(await findPrivateDatabase(folder.directory));
  const [row] = await query(
    await findPrivateDatabase(folder.directory),
    `select count(*)::int as n from mail_deliveries where status = 'queued'`,
  );
  return row.n as number;
};

/** A message from a mailbox that gets no automatic answer, so the notice is the only mail. */
const unanswered = () => contactBody({ email: 'no-reply@example.com' });

it('sends a mail after the next start if the site was killed while sending it', async () => {
  receiver.behave('hold');
  const killed = await folder.startReady({ SMTP_URL: receiver.url });
  expect((await post(killed, '/api/leads', unanswered())).status).toBe(201);
  await until('the mail to be attempted', () => receiver.offered() === 1);
  await killed.end('SIGKILL');
  receiver.behave('accept');

  await folder.startAfterKill({ SMTP_URL: receiver.url });
  await until('an empty outbox', async () => (await queued()) === 0);
  expect(receiver.received).toHaveLength(1);
});

it('finishes sending a mail before it stops', async () => {
  receiver.behave('hold');
  const stopping = await folder.startReady({ SMTP_URL: receiver.url });
  await post(stopping, '/api/leads', unanswered());
  await until('the mail to be attempted', () => receiver.offered() === 1);
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
