import { readFile } from 'node:fs/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { MailProviderName } from '#features/mail/rules/mail-providers.ts';
import { mentor } from '#tests/support/accounts.ts';
import { startAdminApi } from '#tests/support/admin-api.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { startApi } from '#tests/support/api.ts';
import { createCertificateAuthority } from '#tests/support/certificate-authority.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { query } from '#tests/support/site-state.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

const authority = await createCertificateAuthority('localhost');
const mailNetwork = { allowedAddresses: ['127.0.0.1', '::1'], ca: authority.certificate };
const { connectionString, api, admin, close } = await startAdminApi({ mailNetwork });
const login = { username: 'thandi@mail.test', password: 'abcd efgh ijkl mnop' };
const receivers: SmtpReceiver[] = [];

afterAll(async () => {
  await close();
  await authority.remove();
});
beforeEach(async () => {
  await query(connectionString, 'delete from mail_server');
  await query(connectionString, 'delete from mail_deliveries');
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

/** Starts a mail server that requires a login over an encrypted connection. */
async function startServer(options: SMTPServerOptions = {}) {
  const [cert, key] = await Promise.all(
    [authority.siteCertificate, authority.siteKey].map((file) => readFile(file)),
  );
  const receiver = await startSmtpReceiver({
    cert,
    key,
    onAuth({ username, password }, _, callback) {
      const isRight =
        username === login.username && password === login.password.replaceAll(' ', '');
      if (isRight) callback(null, { user: username });
      else callback(new Error('Username and password not accepted'));
    },
    ...options,
  });
  receivers.push(receiver);
  return receiver;
}

const toForm = ({ url }: { url: string }, changes: object = {}) => ({
  provider: 'gmail' satisfies MailProviderName,
  host: 'localhost',
  port: Number(new URL(url).port),
  encryption: 'starttls',
  ...login,
  senderName: 'Thandi',
  senderEmail: 'thandi@mail.test',
  currentPassword: mentor.password,
  ...changes,
});

const put = (body: unknown, caller = admin) => caller.asMentor('PUT', '/api/mail_server', body);
const read = async (caller = admin) => (await caller.asMentor('GET', '/api/mail_server')).json();

async function expectRefusal(form: object, field: string, words: RegExp): Promise<void> {
  const response = await put(form);
  const { errors } = await response.json();
  expect(response.status).toBe(422);
  expect(errors[0].field).toBe(field);
  expect(errors.map(({ message }: { message: string }) => message).join(' ')).toMatch(words);
  expect(await read()).toMatchObject({ problem: 'not-set-up', saved: null });
}

it.each(['tls', 'starttls'])(
  'a mail server is saved after a test email was sent by %s',
  async (encryption) => {
    const receiver = await startServer({ secure: encryption === 'tls' });
    const response = await put(toForm(receiver, { encryption }));
    expect(await response.json()).toEqual({
      recipient: mentor.email,
      answer: expect.stringMatching(/^250 /),
    });
    expect(receiver.received[0]).toMatchObject({
      envelope: { from: 'thandi@mail.test', to: [mentor.email] },
      mail: { from: { name: 'Thandi', address: 'thandi@mail.test' } },
    });
    const status = await read();
    expect(status).toMatchObject({
      problem: null,
      is_fixed: false,
      recipient: 'mentor@timevsprice.test',
      sender: { name: 'Thandi', email: 'thandi@mail.test' },
      saved: { provider: 'gmail', host: 'localhost', username: login.username },
    });
  },
);

it('the saved mail server is used in every process, without a restart', async () => {
  const other = await startApi({ connectionString, admin: mentor, mailNetwork });
  await other.startJobs();
  const otherAdmin = await openAdmin(other);
  expect((await read(otherAdmin)).problem).toBe('not-set-up');
  const receiver = await startServer();
  await put(toForm(receiver));
  await expect.poll(async () => (await read(otherAdmin)).problem).toBe(null);
  expect((await other.post('/api/leads', contactBody())).status).toBe(201);
  await expect.poll(() => receiver.received.length).toBe(3);
  const subjects = receiver.received.map(({ mail }) => mail.subject);
  expect(subjects).toEqual(expect.arrayContaining([expect.stringMatching(/^Your email settings/)]));
  await other.stop();
});

it('stores its password only in encrypted form', async () => {
  const receiver = await startServer();
  await put(toForm(receiver));
  const [row] = await query(connectionString, 'select encrypted from mail_server');
  const { events } = await (await admin.asMentor('GET', '/api/account')).json();
  expect(events[0].what).toBe('Email settings changed');
  for (const text of [row.encrypted, JSON.stringify(await read()), api.logged()])
    expect(text).not.toMatch(/abcd ?efgh/);
});

it('keeps the saved password only for the same server and user', async () => {
  const receiver = await startServer();
  await put(toForm(receiver));
  const renamed = await put(toForm(receiver, { password: '', senderName: 'T' }));
  expect(renamed.status).toBe(200);
  expect((await read()).sender.name).toBe('T');
  for (const changes of [{ host: '127.0.0.1' }, { username: 'eve@mail.test' }]) {
    const refused = await put(toForm(receiver, { password: '', ...changes }));
    expect(await refused.json()).toMatchObject({ errors: [{ field: 'password' }] });
  }
});

it('signs in to Postmark with only the token, which is not returned', async () => {
  const receiver = await startServer({
    onAuth: ({ username, password }, _, callback) =>
      callback(null, username === 'token-1' && password === 'token-1' ? { user: 'token' } : {}),
  });
  const form = toForm(receiver, { provider: 'postmark', username: '', password: 'token-1' });
  expect((await put(form)).status).toBe(200);
  expect(JSON.stringify(await read())).not.toContain('token-1');
  const refused = await put({ ...form, provider: 'smtp' });
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'username' }] });
});

it('says what to do when the server refuses the password', async () => {
  const receiver = await startServer();
  await expectRefusal(
    toForm(receiver, { password: 'my usual password' }),
    'password',
    /Create a new app password.*The server said: 535/,
  );
});

it('reports that the server refuses the sender', async () => {
  const receiver = await startServer({
    onMailFrom: (_, __, callback) =>
      callback(Object.assign(new Error('Not your address'), { responseCode: 553 })),
  });
  await expectRefusal(toForm(receiver), 'senderEmail', /this sender.*553 Not your address/);
});

it('sends no password without encryption', async () => {
  const plain = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  await expectRefusal(toForm(plain), 'encryption', /No secure connection/);
  const untrusted = await startServer();
  await expectRefusal(toForm(untrusted, { host: '127.0.0.1' }), 'encryption', /No secure/);
});

it('reports a server that does not respond or does not exist', async () => {
  const form = toForm({ url: 'smtp://localhost:9' });
  await expectRefusal(form, 'host', /cannot connect/);
  await expectRefusal({ ...form, host: 'nowhere.invalid' }, 'host', /no server with this name/);
});

it('refuses a private network, by name or by number', async () => {
  const outside = await startApi({ connectionString, admin: mentor });
  await outside.startJobs();
  const calls = await openAdmin(outside);
  for (const host of ['localhost', '10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1']) {
    const refused = await put(toForm({ url: 'smtp://localhost:25' }, { host }), calls);
    expect(await refused.json()).toMatchObject({
      errors: [{ field: 'host', message: expect.stringContaining('private network') }, {}],
    });
  }
  await outside.stop();
});

it('requires the password of the account', async () => {
  const receiver = await startServer();
  const wrong = toForm(receiver, { currentPassword: 'not the password' });
  await expectRefusal(wrong, 'currentPassword', /Wrong password/);
  expect(receiver.offered()).toBe(0);
});

it('the saved mail server cannot be read under another secret, and the site still starts', async () => {
  const receiver = await startServer();
  await put(toForm(receiver));
  const moved = await startApi({
    connectionString,
    admin: mentor,
    mailNetwork,
    authSecret: 'x'.repeat(40),
  });
  await moved.startJobs();
  const calls = await openAdmin(moved);
  expect(await read(calls)).toMatchObject({ problem: 'unreadable', saved: null });
  const test = await calls.asMentor('POST', '/api/first-steps/test-mail');
  expect(await test.json()).toMatchObject({
    is_accepted: false,
    answer: expect.stringContaining('secret has changed'),
  });
  expect((await put(toForm(receiver), calls)).status).toBe(200);
  expect((await read(calls)).problem).toBe(null);
  await moved.stop();
});

it('the saved mail server is overridden by SMTP_URL', async () => {
  const receiver = await startServer({ disabledCommands: ['AUTH', 'STARTTLS'] });
  const fixed = await startApi({ connectionString, admin: mentor, smtpUrl: receiver.url });
  await fixed.startJobs();
  const calls = await openAdmin(fixed);
  expect(await read(calls)).toMatchObject({ problem: null, is_fixed: true, saved: null });
  expect((await put(toForm(receiver), calls)).status).toBe(409);
  await fixed.stop();
});

it('the saved mail server is reported as failing after two failed mails, until one is sent', async () => {
  const receiver = await startServer();
  await put(toForm(receiver));
  await expect.poll(() => receiver.received.length).toBe(2);
  const problem = async () =>
    (await (await admin.asMentor('GET', '/api/mail_server')).json()).problem;
  const insert = (key: string, status: string) =>
    query(
      connectionString,
      `insert into mail_deliveries (key, recipient, subject, status, last_error, sent_at)
       values ($1, 'a@example.com', 'Hi', $2, $3, $4)`,
      [key, status, status === 'sent' ? null : '535', status === 'sent' ? new Date() : null],
    );
  await insert('lead:1:notice', 'failed');
  expect(await problem()).toBe(null);
  await insert('lead:2:notice', 'queued');
  expect(await problem()).toBe('failing');
  await insert('lead:3:notice', 'sent');
  expect(await problem()).toBe(null);
});

it('limits the number of tests', async () => {
  const limited = await startApi({
    connectionString,
    admin: mentor,
    mailNetwork,
    isLimited: true,
  });
  await limited.startJobs();
  const calls = await openAdmin(limited);
  const form = toForm({ url: 'smtp://localhost:9' }, { currentPassword: mentor.password });
  const statuses: number[] = [];
  for (let tries = 0; tries < 21; tries += 1) statuses.push((await put(form, calls)).status);
  expect(statuses.slice(0, 20)).not.toContain(429);
  expect(statuses[20]).toBe(429);
  await limited.stop();
});
