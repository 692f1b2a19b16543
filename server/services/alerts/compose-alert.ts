import { hostname } from 'node:os';
import { render } from '@react-email/components';
import { createElement } from 'react';
import { AccountMail, type AccountMailProps, accountMailText } from '#emails/account-mail.tsx';
import type { Problem } from '#server/jobs/send-mail.ts';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import type { SiteFacts } from '#server/services/site-facts.ts';

/** A problem as it was found. */
export interface FoundProblem {
  problem: Problem;
  foundAt: Date;
  /** The name of the machine, for whoever looks after several. */
  machine: string;
}

/** Returns what this machine is called. */
export const thisMachine = (): string => hostname();

type Words = Required<Pick<AccountMailProps, 'title' | 'introduction' | 'paragraphs'>>;

const askForHelp =
  'If you do not look after the server yourself, pass this mail on to whoever does.';

const count = (number: number, one: string, more: string) =>
  number === 1 ? `One ${one}` : `${number} ${more}`;

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Returns what a mail says: what has happened, what it means, and what to do. */
function toWords(problem: Problem, facts: SiteFacts): Words {
  switch (problem.kind) {
    case 'mail':
      return {
        title: 'Mail could not be delivered',
        introduction: `${count(problem.mails, 'mail', 'mails')} of your website could not be delivered, after many tries.`,
        paragraphs: [
          'The first page of your admin names each of them, says why, and can send it once more. Where an address is wrong, reach the person in another way.',
          'If it is all of them, the mail server refuses your website: whoever looks after the server has to look at its settings.',
        ],
      };
    case 'backup':
      return {
        title: 'There is no new backup',
        introduction: problem.madeAt
          ? `The last backup of your website was made on ${formatMentorTime(new Date(problem.madeAt), facts.booking)}.`
          : 'No backup of your website has been made yet.',
        paragraphs: [
          'If the server broke now, what has come in since would be lost. The first page of your admin can make a backup at once and give it to you: keep it on another machine.',
          `One should be made every night: the log says why it is not. ${askForHelp}`,
        ],
      };
    case 'disk':
      return {
        title: 'The disk is nearly full',
        introduction: `The disk of your website has ${gigabytes(problem.freeBytes)} left.`,
        paragraphs: [
          'When it is full, new messages, bookings and files cannot be kept. Videos take the most room: delete those you do not need, for good, in the trash too.',
          askForHelp,
        ],
      };
    case 'journal':
      return {
        waiting: {
          title: 'Messages wait to be entered',
          introduction: `${count(problem.submissions, 'message or booking has', 'messages and bookings have')} not got into the database of your website for a while.`,
          paragraphs: [
            'Nothing is lost: they are kept on the disk, and you were sent a mail about each. They come into your admin by themselves once the database takes them.',
            `The database is away, or refuses them: the log says why. ${askForHelp}`,
          ],
        },
        unwritable: {
          title: 'The disk takes no messages',
          introduction: 'Your website could not write to its disk.',
          paragraphs: [
            'Messages and bookings that come while the database is away reach you by mail alone. Where mail does not go out either, visitors are told that it did not work.',
            `The disk is full, or broken: the log says which. ${askForHelp}`,
          ],
        },
        unreadable: {
          title: 'Messages of another version',
          introduction: 'Your website keeps messages that this version of it cannot read.',
          paragraphs: [
            'A newer version has kept them while the database was away, before an older one was put back. Nothing is lost: they are entered once the newer version runs again.',
            askForHelp,
          ],
        },
      }[problem.trouble];
  }
}

/** Returns what a mail about a problem is called, before it is written. */
export const alertSubject = (problem: Problem, facts: SiteFacts) =>
  `${toWords(problem, facts).title}: ${facts.site.name}`;

interface AlertOptions extends FoundProblem {
  key: string;
  to: string;
  siteUrl: string;
  facts: SiteFacts;
}

/** Writes the mail that tells the mentor of a problem. */
export async function composeAlert({ key, to, siteUrl, facts, ...found }: AlertOptions) {
  const { site, booking: clock } = facts;
  const props: AccountMailProps = {
    ...toWords(found.problem, facts),
    siteName: site.name,
    rows: [
      { label: 'Seen', value: formatMentorTime(found.foundAt, clock) },
      { label: 'Server', value: found.machine },
    ],
    link: { label: 'Open the admin', href: `${siteUrl}/admin` },
    footer: 'sent because something needs you; at most once a day',
  };
  const mail: Mail = {
    ...{ key, to },
    subject: alertSubject(found.problem, facts),
    replyTo: { name: site.name, address: site.email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
  return mail;
}
