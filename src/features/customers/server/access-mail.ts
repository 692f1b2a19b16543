import { isGiven } from '#features/customers/rules/access-state.ts';
import { writeNoticeMail } from '#features/mail/mails/index.ts';
import { queueMail, sendQueuedMail } from '#features/mail/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { shortName } from '#rules/mail-text.ts';
import { z } from '#rules/zod.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { type Customer, findCustomer } from './queries/customers.ts';
import type { Entitlement } from './queries/entitlements.ts';
import { readAccessOf } from './read-customers.ts';

const accessNews = ['given', 'extended', 'ended'] as const;
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
};

interface News {
  customer: Customer;
  access: Pick<Entitlement, 'id' | 'version'>;
  title: string;
  news: AccessNews;
}

/** Queues an email about an access, once for each of its versions. A customer without an address gets none. */
export async function queueAccessMail(
  deps: CustomerDeps,
  transaction: Transaction,
  { customer: { id: customerId, email }, access, title, news }: News,
): Promise<void> {
  if (email === null) return;
  const mail = `customer:${customerId}:${access.id}:${access.version}:${news}`;
  const payload = { kind: 'access-mail', customerId, accessId: access.id, news, mail } as const;
  const subject = subjects[news](shortName(title));
  await queueMail(deps, transaction, { recipient: email, subject, payload });
}

/** Sends an email about an access, unless its news is out of date. */
export function sendAccessMail(
  deps: CustomerDeps,
  { customerId, accessId, news, mail: key }: AccessMailPayload,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const customer = await findCustomer(transaction, customerId);
      const access = await readAccessOf(deps, transaction, { id: customerId, access: accessId });
      if (!customer || !access || isGiven(access.state) === (news === 'ended')) return undefined;
      const { site, calendar } = await deps.readSettings();
      const { title, state, startsOn, endsOn, progress } = access;
      const isEnd = news === 'ended';
      const opens = state === 'later' ? formatDay(startsOn) : null;
      const written = await writeNoticeMail(site, {
        eyebrow: site.name,
        title: isEnd
          ? 'Your access has ended'
          : opens
            ? 'Your course opens soon'
            : 'You can open your course',
        rows: [
          { label: 'Course', value: title },
          { label: 'Opens on', value: opens },
          { label: 'Until', value: isEnd ? null : endsOn ? formatDay(endsOn) : 'No end' },
        ],
        paragraphs: isEnd
          ? ['If you think this is a mistake, reply to this email.']
          : [
              'The link is private: it is for you alone.',
              ...(progress.lessons === 0
                ? ['The course has no lessons yet. You will find them behind the same link.']
                : []),
            ],
        ...(!isEnd && {
          link: {
            label: 'Open your library',
            href: new URL(deps.libraryLinks.toPath(customer), calendar.siteUrl).href,
          },
        }),
        footer: 'You’re receiving this because you have or had access to a course of ours.',
      });
      return { key, to, subject: subjects[news](shortName(title)), ...written };
    },
  });
}
