import { createHash, randomUUID } from 'node:crypto';
import { isOpen } from '#features/customers/rules/index.ts';
import { type Customer, findCustomer } from '#features/customers/server/index.ts';
import { writeAccountMail } from '#features/mail/mails/index.ts';
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
import { findEntitlement, listCustomersOf } from './queries/library.ts';

/** The payload of the email with the link to a library. The address is in its delivery. */
export const libraryMailPayload = z.object({
  kind: z.literal('library-mail'),
  customerId: z.uuid(),
  /** The access that the email is about; null if the customer asked for the link. */
  entitlementId: z.uuid().nullable(),
  mail: z.string(),
});
export type LibraryMailPayload = z.infer<typeof libraryMailPayload>;

const subjectOf = ({ name }: ResolvedSettings['site'], isAsked: boolean) =>
  isAsked ? `Your link to ${name}` : `Your course at ${name} is open`;

/**
 * Queues the email with the link to a library in the transaction that causes it: about an entitlement,
 * once, or because the customer asked for the link. Returns false for a customer without an address.
 */
export async function queueLibraryMail(
  deps: Pick<MailDeps, 'journal' | 'sendMail' | 'readSettings'>,
  transaction: Transaction,
  { id: customerId, email }: Pick<Customer, 'id' | 'email'>,
  entitlementId: string | null,
): Promise<boolean> {
  if (email === null) return false;
  const { site } = await deps.readSettings();
  const mail = `library:${customerId}:${entitlementId ?? randomUUID()}`;
  await queueMail(deps, transaction, {
    recipient: email,
    subject: subjectOf(site, entitlementId === null),
    payload: { kind: 'library-mail', customerId, entitlementId, mail },
  });
  return true;
}

const onlyYou = 'The link is for you alone. Please don’t share it.';

/** Sends the email with the link to a library, unless its customer or the access is gone. */
export const sendLibraryMail = (
  deps: Pick<LibraryDeps, 'libraryLinks' | 'siteUrl' | 'readSettings' | 'now'> & OutboxDeps,
  { customerId, entitlementId, mail: key }: LibraryMailPayload,
): Promise<void> =>
  sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const customer = await findCustomer(transaction, customerId);
      const given = entitlementId ? await findEntitlement(transaction, entitlementId) : undefined;
      if (!customer || (entitlementId && !(given && isOpen(given.terms, deps.now()))))
        return undefined;
      const { site } = await deps.readSettings();
      const written = await writeAccountMail(site, {
        eyebrow: 'Your library',
        title: given ? 'Your course is open' : 'Your link to your library',
        paragraphs: given
          ? [`You can open “${given.course}” now.`, onlyYou]
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
      return { key, to, subject: subjectOf(site, entitlementId === null), ...written };
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
