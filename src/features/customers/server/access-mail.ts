import { eq } from 'drizzle-orm';
import { describeUse, isGiven } from '#features/customers/rules/access-state.ts';
import { writeNoticeMail } from '#features/mail/mails/index.ts';
import { queueMail, sendQueuedMail } from '#features/mail/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { shortName } from '#rules/mail-text.ts';
import { z } from '#rules/zod.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { type Customer, findCustomer } from './queries/customers.ts';
import type { Entitlement } from './queries/entitlements.ts';
import { type GivenAccess, readAccess, readAccessOf } from './read-customers.ts';

const accessNews = ['given', 'extended', 'ended', 'imported'] as const;
type AccessNews = (typeof accessNews)[number];

/** The payload of an email to a customer about their access. */
export const accessMailPayload = z.object({
  kind: z.literal('access-mail'),
  customerId: z.uuid(),
  accessId: z.uuid(),
  news: z.enum(accessNews),
  mail: z.string(),
});
export type AccessMailPayload = z.output<typeof accessMailPayload>;

const subjects: Record<AccessNews, (title: string) => string> = {
  given: (title) => `Your access to ${title}`,
  extended: (title) => `You can open ${title} for longer`,
  ended: (title) => `Your access to ${title} has ended`,
  imported: () => 'The private link to your courses',
};

/** What is new about sessions. They are never imported. */
const packageNews: Record<Exclude<AccessNews, 'imported'>, string> = {
  given: 'You can book your sessions',
  extended: 'Your package is extended',
  ended: 'Your package has ended',
};

const toSubject = (news: AccessNews, { granted, title }: Pick<GivenAccess, 'granted' | 'title'>) =>
  news === 'imported' || granted === null
    ? subjects[news](shortName(title))
    : `${packageNews[news]}: ${shortName(title)}`;

interface News {
  customer: Customer;
  access: Pick<Entitlement, 'id' | 'version' | 'granted'>;
  title: string;
  news: AccessNews;
  /** When it is due; immediately without it. */
  at?: Date;
}

/** Queues an email about an access, once for each of its versions. A customer without an address gets none. */
export async function queueAccessMail(
  deps: CustomerDeps,
  transaction: Transaction,
  { customer: { id: customerId, email }, access, title, news, at }: News,
): Promise<void> {
  if (email === null) return;
  const mail = `customer:${customerId}:${access.id}:${access.version}:${news}`;
  const payload = { kind: 'access-mail', customerId, accessId: access.id, news, mail } as const;
  const subject = toSubject(news, { ...access, title });
  await queueMail(deps, transaction, { recipient: email, subject, payload, at });
}

const toCourseLine = ({ title, endsOn }: GivenAccess) =>
  endsOn ? `${title}, until ${formatDay(endsOn)}` : title;

/** Sends an email about an access, unless its news is out of date. */
export function sendAccessMail(
  deps: CustomerDeps,
  { customerId, accessId, news, mail: key }: AccessMailPayload,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const customer = await findCustomer(transaction, customerId);
      const ofCustomer = eq(entitlements.customerId, customerId);
      // An import gives several courses, and is one email.
      const imported =
        news === 'imported'
          ? (await readAccess(deps, transaction, ofCustomer))
              .filter(({ state, sessions }) => isGiven(state) && !sessions)
              .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
          : [];
      const access =
        news === 'imported'
          ? imported[0]
          : await readAccessOf(deps, transaction, { id: customerId, access: accessId });
      if (!customer || !access || isGiven(access.state) === (news === 'ended')) return undefined;
      const { site, calendar } = await deps.readSettings();
      const { title, state, startsOn, endsOn, progress, sessions } = access;
      const isEnd = news === 'ended';
      const opens = state === 'later' ? formatDay(startsOn) : null;
      const toCourseNews = () => {
        if (isEnd) return 'Your access has ended';
        if (opens) return 'Your course opens soon';
        return imported.length > 1 ? 'You can open your courses' : 'You can open your course';
      };
      const written = await writeNoticeMail(site, {
        eyebrow: site.name,
        title: sessions && news !== 'imported' ? packageNews[news] : toCourseNews(),
        rows:
          imported.length > 1
            ? [{ label: 'Courses', value: imported.map(toCourseLine).join('\n') }]
            : [
                { label: sessions ? 'Package' : 'Course', value: title },
                { label: 'Sessions', value: sessions && describeUse(sessions, isEnd) },
                { label: 'Opens on', value: opens },
                { label: 'Until', value: isEnd ? null : endsOn ? formatDay(endsOn) : 'No end' },
              ],
        paragraphs: isEnd
          ? ['If you think this is a mistake, reply to this email.']
          : [
              'The link is private: it is for you alone.',
              ...(sessions ? ['Choose the times of your sessions there.'] : []),
              ...(imported.length < 2 && !sessions && progress.lessons === 0
                ? ['The course has no lessons yet. You will find them behind the same link.']
                : []),
            ],
        ...(!isEnd && {
          link: {
            label: 'Open your library',
            href: new URL(deps.libraryLinks.toPath(customer), calendar.siteUrl).href,
          },
        }),
        footer: `You’re receiving this because you have or had ${sessions ? 'sessions with us' : 'access to a course of ours'}.`,
      });
      return { key, to, subject: toSubject(news, access), ...written };
    },
  });
}
