import { describeSessionsLeft, toLastDay } from '#features/customers/rules/index.ts';
import { findCustomer, type UsedPackage } from '#features/customers/server/index.ts';
import { writeNoticeMail } from '#features/mail/mails/index.ts';
import { type OutboxDeps, queueMail, sendQueuedMail } from '#features/mail/server/index.ts';
import { z } from '#rules/zod.ts';
import type { LibraryDeps } from './library-deps.ts';
import {
  findPackageOf,
  listPackageNews,
  type PackageNews,
  packageNews,
} from './queries/package-news.ts';

/** The payload of an email about sessions that are not booked. The address is in its delivery. */
export const packageMailPayload = z.object({
  kind: z.literal('package-mail'),
  news: z.enum(packageNews),
  entitlementId: z.uuid(),
  customerId: z.uuid(),
  mail: z.string(),
});
export type PackageMailPayload = z.infer<typeof packageMailPayload>;

const subjects: Record<PackageNews, string> = {
  left: 'Your next session',
  ending: 'Your sessions end soon',
  ended: 'Your sessions have ended',
};

/**
 * Emails customers how many sessions of a package are left: after each session, 30 days before the end, and at the
 * end. Nothing if all are booked. Safe to repeat.
 */
export async function announcePackages(
  deps: Pick<LibraryDeps, 'db' | 'now' | 'journal' | 'sendMail'>,
): Promise<void> {
  for (const { email: recipient, ...due } of await listPackageNews(deps.db, deps.now()))
    await deps.db.transaction((transaction) =>
      queueMail(deps, transaction, {
        recipient,
        subject: subjects[due.news],
        payload: { kind: 'package-mail', ...due },
      }),
    );
}

const describeNews = (news: PackageNews, found: UsedPackage, timeZone: string): string[] => {
  const { left, granted, endsAt, sessionType } = found;
  const name = `“${sessionType}”`;
  const lastDay = endsAt && toLastDay(endsAt, timeZone);
  if (news === 'ended')
    return [
      `Your sessions of ${name} could be booked until ${lastDay}. ${left} of ${granted} ${left === 1 ? 'was' : 'were'} not booked.`,
      'If you still want to use them, write to us.',
    ];
  const rest = describeSessionsLeft(found, timeZone);
  return news === 'left'
    ? [`Thank you for your session of ${name}. ${rest}`]
    : [
        `Your sessions of ${name} end soon. ${rest} A session that is booked by then can take place later.`,
      ];
};

/** Sends an email about sessions that are not booked, unless it is no longer true. */
export const sendPackageMail = (
  deps: Pick<LibraryDeps, 'libraryLinks' | 'siteUrl' | 'readSettings' | 'now'> & OutboxDeps,
  { mail: key, ...due }: PackageMailPayload,
): Promise<void> =>
  sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const customer = await findCustomer(transaction, due.customerId);
      const found = await findPackageOf(transaction, due, deps.now());
      if (!customer || !found) return undefined;
      const { site, booking } = await deps.readSettings();
      const library = deps.siteUrl + deps.libraryLinks.toPath(customer);
      const subject = subjects[due.news];
      const written = await writeNoticeMail(site, {
        eyebrow: 'Your sessions',
        title: subject,
        paragraphs: [
          ...describeNews(due.news, found, booking.timeZone),
          ...(due.news === 'ended' ? [] : ['The link is for you alone. Please don’t share it.']),
        ],
        link:
          due.news === 'ended'
            ? { label: 'Write to us', href: `${deps.siteUrl}/contact` }
            : { label: 'Book your next session', href: `${library}/sessions/${found.id}` },
        footer: 'You’re receiving this because you have sessions to book.',
      });
      return { key, to, subject, ...written };
    },
  });
