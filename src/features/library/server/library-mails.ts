import { createHash, randomUUID } from 'node:crypto';
import { isOpen } from '#features/customers/rules/index.ts';
import { type Customer, findCustomer } from '#features/customers/server/index.ts';
import { writeNoticeMail } from '#features/mail/mails/index.ts';
import {
  type MailDeps,
  type OutboxDeps,
  queueMail,
  sendQueuedMail,
} from '#features/mail/server/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { toMailbox } from '#rules/mailbox.ts';
import { z } from '#rules/zod.ts';
import type { LibraryDeps } from './library-deps.ts';
import {
  findEntitlement,
  listCustomersOf,
  listOpenedTitles,
  listOpenings,
} from './queries/library.ts';

/** The payload of the email with the link to a library. The address is in its delivery. */
export const libraryMailPayload = z.object({
  kind: z.literal('library-mail'),
  customerId: z.uuid(),
  /** The access that the email is about, and after how many days lessons opened; null if the customer asked for the link. */
  opening: z.object({ entitlementId: z.uuid(), days: z.int() }).nullable(),
  mail: z.string(),
});
export type LibraryMailPayload = z.infer<typeof libraryMailPayload>;

type Opening = LibraryMailPayload['opening'];

function subjectOf({ name }: ResolvedSettings['site'], opening: Opening): string {
  if (!opening) return `Your link to ${name}`;
  return opening.days === 0 ? `Your course at ${name} is open` : `New lessons at ${name}`;
}

/**
 * Queues the email with the link to a library: about lessons that opened, once, or because the customer asked
 * for the link. A customer without an address gets none.
 */
export async function queueLibraryMail(
  deps: Pick<MailDeps, 'journal' | 'sendMail' | 'readSettings'>,
  transaction: Transaction,
  { id: customerId, email }: Pick<Customer, 'id' | 'email'>,
  opening: Opening,
): Promise<void> {
  if (email === null) return;
  const { site } = await deps.readSettings();
  const about = opening ? `${opening.entitlementId}:${opening.days}` : randomUUID();
  const mail = `library:${customerId}:${about}`;
  await queueMail(deps, transaction, {
    recipient: email,
    subject: subjectOf(site, opening),
    payload: { kind: 'library-mail', customerId, opening, mail },
  });
}

/** How long ago lessons may have opened that customers still hear about, in milliseconds. */
const newsMs = 2 * 86_400_000;

/** Emails customers whose course or lessons opened after a wait, once. Safe to repeat. */
export async function announceOpenings(
  deps: Pick<LibraryDeps, 'db' | 'now' | 'journal' | 'sendMail' | 'readSettings'>,
): Promise<void> {
  const now = deps.now();
  for (const { customer, ...opening } of await listOpenings(deps.db, new Date(+now - newsMs), now))
    await deps.db.transaction((transaction) =>
      queueLibraryMail(deps, transaction, customer, opening),
    );
}

/** Says what opened. */
const describeOpening = (course: string, titles: string[], days: number): string[] => [
  days === 0 ? `You can open “${course}” now.` : `These lessons of “${course}” are open now:`,
  ...(days === 0 ? [] : titles),
];

const onlyYou = 'The link is for you alone. Please don’t share it.';

/** Sends the email with the link to a library, unless its customer or the access is gone. */
export const sendLibraryMail = (
  deps: Pick<LibraryDeps, 'libraryLinks' | 'siteUrl' | 'readSettings' | 'now'> & OutboxDeps,
  { customerId, opening, mail: key }: LibraryMailPayload,
): Promise<void> =>
  sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const customer = await findCustomer(transaction, customerId);
      const given = opening && (await findEntitlement(transaction, opening.entitlementId));
      const titles = opening ? await listOpenedTitles(transaction, opening) : [];
      const isTrue = !opening || (given && isOpen(given.terms, deps.now()) && titles.length > 0);
      if (!customer || !isTrue) return undefined;
      const { site } = await deps.readSettings();
      const written = await writeNoticeMail(site, {
        eyebrow: 'Your library',
        title: !opening
          ? 'Your link to your library'
          : opening.days === 0
            ? 'Your course is open'
            : 'New lessons are open',
        paragraphs:
          opening && given
            ? [...describeOpening(given.course, titles, opening.days), onlyYou]
            : [
                'Someone, probably you, asked for the link to your library.',
                `If you didn’t ask for it, ignore this email. ${onlyYou}`,
              ],
        link: {
          label: 'Open your library',
          href: deps.siteUrl + deps.libraryLinks.toPath(customer),
        },
        footer: given
          ? 'You’re receiving this because you have access to a course.'
          : 'You’re receiving this because someone asked for the link with this address.',
      });
      return { key, to, subject: subjectOf(site, opening), ...written };
    },
  });

/** The most customers with one mailbox that get their link. */
const maxCustomers = 5;

/**
 * Emails their link to the customers with this mailbox, at their own address. The answer is the same for
 * every address. Throws 429.
 */
export async function requestLibraryLink(
  deps: LibraryDeps,
  { email }: { email: string },
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('ask-for-library', visitor);
  const mailbox = createHash('sha256').update(toMailbox(email)).digest('base64url');
  // A mailbox that has reached its limit gets no email, without a visible difference.
  if ((await deps.limiter.take('library-mail', mailbox)) > 0) return;
  await deps.db.transaction(async (transaction) => {
    for (const customer of await listCustomersOf(transaction, email, maxCustomers))
      await queueLibraryMail(deps, transaction, customer, null);
  });
}
