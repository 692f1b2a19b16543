import { randomUUID } from 'node:crypto';
import { writeNoticeMail } from '#features/mail/mails/notice-mail.tsx';
import type { TestMail } from '#features/mail/rules/test-mail.ts';
import type { ReadSettings } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { describeMailFailure } from '#platform/mail/mail-failure.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { MailProblemDeps } from './mail-problem.ts';

export interface TestMailDeps extends MailProblemDeps {
  /** Records that the mail server accepted a test email. */
  noteTestMail: (db: Executor) => Promise<void>;
  mailer: Pick<Mailer, 'send'>;
  readSettings: ReadSettings;
}

const notSent = 'Email is not set up yet, so this test was not sent. It is under “Unsent emails”.';

/** Sends an email directly to the signed-in account, and returns the mail server's answer. */
export async function sendTestMail(
  { db, mailer, mailServers, readSettings, noteTestMail }: TestMailDeps,
  { email: recipient }: { email: string },
): Promise<TestMail> {
  const { site } = await readSettings();
  const mail = await composeTestMail(recipient, site);
  const { answer, failure } = await mailer.send(mail).then(
    (sent) => ({ ...sent, failure: undefined }),
    (reason: unknown) => ({ answer: '', failure: describeMailFailure(reason) }),
  );
  if (failure !== undefined) return { is_accepted: false, recipient, answer: failure };
  if (!(await mailServers.read()).server) return { is_accepted: false, recipient, answer: notSent };
  await noteTestMail(db);
  return { is_accepted: true, recipient, answer: `The mail server answered: ${answer}` };
}

/** Writes the test email. */
export async function composeTestMail(
  to: string,
  site: { name: string; email: string },
): Promise<Mail> {
  const written = await writeNoticeMail(site, {
    title: 'Email works',
    paragraphs: [
      'You sent this test email from your admin. Emails to visitors are sent the same way.',
    ],
    footer: 'You’re receiving this because someone sent a test email from the admin.',
  });
  return {
    key: `test:${randomUUID()}`,
    to,
    subject: `Test email from ${site.name}`,
    ...written,
  };
}
