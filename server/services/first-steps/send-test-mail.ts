import { randomUUID } from 'node:crypto';
import { render } from '@react-email/components';
import { createElement } from 'react';
import type { TestMail } from '#domain/first-steps.ts';
import { AccountMail, accountMailText } from '#emails/account-mail.tsx';
import type { Mail } from '#server/mail/mail.ts';
import { describeMailFailure, type Mailer } from '#server/mail/mailer.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';
import { type FirstStepsDeps, noteTestMail } from './first-steps.ts';

interface TestMailDeps extends FirstStepsDeps {
  mailer: Pick<Mailer, 'send'>;
  readFacts: ReadFacts;
}

const notSent =
  'No mail server is set up yet, so mails are kept here instead of being sent: you find this one under “Captured mail”. Whoever has installed the site can set one up (SMTP_URL).';

/** Sends a mail to whoever is signed in, at once, and returns what the mail server said to it. */
export async function sendTestMail(
  { db, mailer, readFacts, hasMailServer }: TestMailDeps,
  { email: recipient }: { email: string },
): Promise<TestMail> {
  const { site } = await readFacts();
  const mail = await composeTestMail(recipient, site);
  const { answer, failure } = await mailer.send(mail).then(
    (sent) => ({ ...sent, failure: undefined }),
    (reason: unknown) => ({ answer: '', failure: describeMailFailure(reason) }),
  );
  if (failure !== undefined) return { is_accepted: false, recipient, answer: failure };
  if (!hasMailServer) return { is_accepted: false, recipient, answer: notSent };
  await noteTestMail(db);
  return { is_accepted: true, recipient, answer: `The mail server answered: ${answer}` };
}

async function composeTestMail(to: string, site: { name: string; email: string }): Promise<Mail> {
  const props = {
    siteName: site.name,
    title: 'Mail works',
    paragraphs: [
      'You have asked for this mail in the admin of your site. What visitors are mailed goes the same way.',
    ],
    footer: 'sent because somebody who is signed in asked for a test mail',
  };
  return {
    key: `test:${randomUUID()}`,
    to,
    replyTo: { name: site.name, address: site.email },
    subject: `A test mail of ${site.name}`,
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}
