import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { startSmtpReceiver } from '#tests/support/smtp-receiver.ts';
import type { Mail } from './mail.ts';
import { toFixedServer } from './mail-server.ts';
import { createMailer } from './mailer.ts';
import { chooseSender } from './sender.ts';

let mailboxDirectory: string;
beforeEach(async () => {
  mailboxDirectory = await mkdtemp(join(tmpdir(), 'mailbox-'));
});
afterEach(() => rm(mailboxDirectory, { recursive: true, force: true }));

const config = {
  mailFrom: undefined,
  siteUrl: 'https://timevsprice.test',
  readServer: async () => undefined,
};
/** Returns the options of a mailer that sends to the receiver. */
const through = ({ url }: { url: string }) => {
  const server = toFixedServer(url);
  return { ...config, readServer: async () => server };
};
const site = { name: 'Time vs Price', email: 'mentor@example.com' };
const readSite = async () => site;
const mail: Mail = {
  key: 'lead:1:notice',
  to: 'mentor@timevsprice.test',
  replyTo: { name: 'Jané "JD" Doe', address: 'jane@example.com' },
  subject: 'Contact: Jané',
  text: 'Grüße aus Pretoria\n\n.\nQUIT\n',
  html: '<p>Grüße</p>',
};

it('captures an email once per key', async () => {
  const mailer = createMailer({ ...config, readSite, mailboxDirectory });
  await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)]);
  await mailer.send({ ...mail, subject: 'Another try' });
  expect(await readdir(mailboxDirectory)).toEqual(['lead.1.notice.eml']);
  const [captured] = await readMailbox(mailboxDirectory);
  expect(captured).toMatchObject({
    from: { name: 'Time vs Price', address: 'no-reply@timevsprice.test' },
    replyTo: [{ name: 'Jané "JD" Doe', address: 'jane@example.com' }],
    subject: 'Contact: Jané',
    messageId: '<lead.1.notice@timevsprice.test>',
  });
  expect(captured?.text).toContain('Grüße aus Pretoria');
});

it('writes the name of the site unchanged, whatever it contains', async () => {
  const name = 'Gold, "Time" & Price; <b>';
  const readNamed = async () => ({ ...site, name });
  const mailer = createMailer({ ...config, readSite: readNamed, mailboxDirectory });
  await mailer.send(mail);
  const [captured] = await readMailbox(mailboxDirectory);
  expect(captured?.from).toEqual({ name, address: 'no-reply@timevsprice.test' });
});

it('sends an email to the mail server unchanged', async () => {
  const receiver = await startSmtpReceiver();
  const mailer = createMailer({ ...through(receiver), readSite, mailboxDirectory });
  await mailer.send(mail);
  await mailer.close();
  await receiver.close();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.envelope.to).toEqual(['mentor@timevsprice.test']);
  expect(receiver.received[0]?.mail.text?.trim()).toBe('Grüße aus Pretoria\n\n.\nQUIT');
  expect(receiver.received[0]?.mail.html).toContain('<p>Grüße</p>');
});

it('sends nothing to a sample address, and sets none as the reply address', async () => {
  const receiver = await startSmtpReceiver();
  const mailer = createMailer({
    ...through(receiver),
    readSite,
    mailboxDirectory,
    isSampleAddress: (email) => email === site.email,
  });
  await expect(mailer.send({ ...mail, to: site.email })).rejects.toThrow('still the sample');
  await mailer.send({ ...mail, replyTo: { name: site.name, address: site.email } });
  await mailer.close();
  await receiver.close();
  expect(receiver.received.map(({ envelope }) => envelope.to)).toEqual([[mail.to]]);
  expect(receiver.received[0]?.mail.replyTo).toBeUndefined();
});

it('leaves retries to the outbox if the server rejects an email', async () => {
  const receiver = await startSmtpReceiver();
  receiver.behave('refuse');
  const mailer = createMailer({ ...through(receiver), readSite, mailboxDirectory });
  await expect(mailer.send(mail)).rejects.toThrow('451');
  expect(receiver.offered()).toBe(1);
  await mailer.close();
  await receiver.close();
});

it.each(['\r\n', '\n', '\r', '\u2028', '\0', '\r\n\r\n'])(
  'prevents header injection by %j',
  async (lineBreak) => {
    const receiver = await startSmtpReceiver();
    const mailer = createMailer({ ...through(receiver), readSite, mailboxDirectory });
    const evil = `Jane${lineBreak}Bcc: victim@example.com`;
    await mailer.send({
      ...mail,
      subject: evil,
      replyTo: { name: evil, address: `jane@example.com${lineBreak}Bcc: victim@example.com` },
    });
    await mailer.close();
    await receiver.close();
    expect(receiver.received[0]?.envelope.to).toEqual(['mentor@timevsprice.test']);
    expect(receiver.received[0]?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(receiver.received[0]?.mail.bcc).toBeUndefined();
  },
);

it.each([
  ['https://timevsprice.test', 'timevsprice.test'],
  // Mail servers accept no email from these hosts, so the domain of the site's email address is
  // used.
  ['http://localhost:3000', 'example.com'],
  ['http://127.0.0.1:3000', 'example.com'],
  ['http://[::1]:3000', 'example.com'],
])('writes from %s as %s', (siteUrl, domain) => {
  expect(chooseSender({ siteUrl, mailFrom: undefined }, site)).toEqual({
    from: { name: 'Time vs Price', address: `no-reply@${domain}` },
    email: `no-reply@${domain}`,
    domain,
  });
});

it('uses a new server and its sender from the next email on', async () => {
  const [first, second] = await Promise.all([startSmtpReceiver(), startSmtpReceiver()]);
  const sender = { name: 'Thandi, "the" mentor', address: 'thandi@mail.test' };
  let server = toFixedServer(first.url);
  const mailer = createMailer({
    ...config,
    readSite,
    mailboxDirectory,
    readServer: async () => server,
  });
  await mailer.send(mail);
  server = { ...toFixedServer(second.url), sender };
  await mailer.send(mail);
  mailer.close();
  await Promise.all([first.close(), second.close()]);
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
  expect(second.received[0]?.mail.from).toEqual(sender);
  expect(second.received[0]?.mail.messageId).toBe('<lead.1.notice@mail.test>');
});

it('sends from MAIL_FROM if it is set', () => {
  const mailFrom = 'Mentor <mentor@mail.test>';
  expect(chooseSender({ siteUrl: 'https://a.test', mailFrom }, site)).toEqual({
    from: mailFrom,
    email: 'mentor@mail.test',
    domain: 'mail.test',
  });
});
