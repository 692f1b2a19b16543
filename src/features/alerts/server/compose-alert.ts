import { hostname } from 'node:os';
import { type NoticeMailWords, writeNoticeMail } from '#features/mail/mails/index.ts';
import { formatMentorTime, type ResolvedSettings } from '#features/settings/server/index.ts';
import { limits } from '#platform/limits/limits.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Problem } from './mail-payload.ts';

export interface FoundProblem {
  problem: Problem;
  foundAt: Date;
  /** The machine's name, for someone who looks after several. */
  machine: string;
}

/** Returns the name of this machine. */
export const thisMachine = (): string => hostname();

type Words = Required<Pick<NoticeMailWords, 'title' | 'introduction' | 'paragraphs'>>;

const askForHelp = 'If someone else looks after your server, forward this email to them.';

const count = (number: number, one: string, more: string) =>
  number === 1 ? `One ${one}` : `${number} ${more}`;

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Returns the text of an alert: what happened, what it means, and what to do. */
function toWords(problem: Problem, settings: ResolvedSettings): Words {
  switch (problem.kind) {
    case 'mail':
      return {
        title: 'Emails could not be delivered',
        introduction: `${count(problem.mails, 'email', 'emails')} from your website could not be delivered after many attempts.`,
        paragraphs: [
          'Your admin shows which ones and why, and can send them again. If an address is wrong, contact the person another way.',
          'If every email fails, the mail server rejects your website. Ask your developer to check its settings.',
        ],
      };
    case 'film':
      return {
        title: 'A film could not be converted',
        introduction: `${count(problem.films, 'film', 'films')} could not be converted for phones.`,
        paragraphs: [
          'Your admin shows which ones and why under Today. Until then visitors get the film as you uploaded it, which some phones can’t play.',
          'Export the film again as MP4 (H.264) and upload it in its place, or press “Try again”.',
        ],
      };
    case 'backup':
      return {
        title: 'Your backup is out of date',
        introduction: problem.madeAt
          ? `The last backup of your website is from ${formatMentorTime(new Date(problem.madeAt), settings.booking)}.`
          : 'Your website has no backup yet.',
        paragraphs: [
          'If the server failed now, everything since then would be lost. Download a backup in your admin and keep it somewhere else.',
          `A backup should be made every night. The server log says why it isn’t. ${askForHelp}`,
        ],
      };
    case 'disk':
      return {
        title: 'The disk is nearly full',
        introduction: `Your website’s disk has ${gigabytes(problem.freeBytes)} left.`,
        paragraphs: [
          'When it is full, the site can’t save new messages, bookings or files. Delete videos you don’t need, then empty the trash.',
          askForHelp,
        ],
      };
    case 'turned-away':
      return {
        title: 'People could not book',
        introduction: `${limits['book-session'].most} sessions were booked from ${problem.networks === 1 ? 'one network' : `each of ${problem.networks} networks`} within an hour, and then at least one more was refused.`,
        paragraphs: [
          'This happens when many people share a connection, in a hall or on a mobile network. The site offered them the contact form instead, so look for their messages in your admin.',
          'If you did not expect this many bookings, check in your admin whether they are from real people.',
        ],
      };
    case 'journal':
      return {
        waiting: {
          title: 'Messages are waiting to be saved',
          introduction: `${count(problem.submissions, 'message or booking has', 'messages and bookings have')} not reached your website’s database yet.`,
          paragraphs: [
            'Nothing is lost. They are saved on the server’s disk, and you got an email about each. They appear in your admin once the database works again.',
            `The database is down or rejects them. The server log says why. ${askForHelp}`,
          ],
        },
        unwritable: {
          title: 'The server can’t write to its disk',
          introduction: 'Your website can’t save messages to its disk.',
          paragraphs: [
            'While the database is down, messages and bookings reach you only by email. If email fails too, visitors see an error.',
            `The disk is full or broken. The server log says which. ${askForHelp}`,
          ],
        },
      }[problem.trouble];
  }
}

/** Returns the subject of an alert. */
export const alertSubject = (problem: Problem, settings: ResolvedSettings) =>
  `${toWords(problem, settings).title}: ${settings.site.name}`;

interface AlertOptions extends FoundProblem {
  key: string;
  to: string;
  siteUrl: string;
  settings: ResolvedSettings;
}

/** Writes the email that alerts the mentor to a problem. */
export async function composeAlert({
  key,
  to,
  siteUrl,
  settings,
  ...found
}: AlertOptions): Promise<Mail> {
  const { site, booking: clock } = settings;
  const written = await writeNoticeMail(site, {
    ...toWords(found.problem, settings),
    rows: [
      { label: 'Found', value: formatMentorTime(found.foundAt, clock) },
      { label: 'Server', value: found.machine },
    ],
    link: { label: 'Open the admin', href: `${siteUrl}/admin` },
    footer: 'You’re receiving this because something needs your attention, at most once a day.',
  });
  return { key, to, subject: alertSubject(found.problem, settings), ...written };
}
