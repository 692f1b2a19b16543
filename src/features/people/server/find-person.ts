import { createHash } from 'node:crypto';
import {
  type PersonSearch,
  type PersonSuggestion,
  readIdentifier,
} from '#features/people/rules/person.ts';
import type { PendingSubmission } from '#features/submissions/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { listAccountMailboxes } from '#platform/db/personal-data.ts';
import { invalidBody } from '#platform/errors/errors.ts';
import { toAddress, toMailbox } from '#rules/mailbox.ts';
import type { Origin } from '#rules/origin.ts';
import type { ErasureCounts } from '#rules/personal-records.ts';
import { toPhoneNumber } from '#rules/phone-number.ts';
import type { PeopleDeps } from './create-people-services.ts';
import { listCaptured, readSender } from './own-disk.ts';
import {
  listBookingsOf,
  listCustomersOf,
  listEventsOf,
  listLeadsOf,
  listMailsOf,
  listNear,
  listOrdersOf,
  listProofsOf,
  listRequestsOf,
} from './queries/people.ts';

/** All stored data about a person. */
export type Person = Awaited<ReturnType<typeof findPerson>>;

/**
 * Returns all stored data about a person, including the trash, the journal and the captured emails
 * of this process. A person consists of the requested addresses; others with the same phone number
 * or a similar address are suggestions. Throws 422 for a text that is neither an email address nor
 * a phone number.
 */
export async function findPerson(deps: PeopleDeps, search: PersonSearch, db: Executor = deps.db) {
  const first = readIdentifier(search.text);
  if (first === undefined)
    throw invalidBody([{ field: 'text', message: 'Enter an email address or a phone number.' }]);
  const isAddress = first.includes('@');
  const mailboxes = [...new Set([...(isAddress ? [first] : []), ...search.with])].sort();
  const leads = await listLeadsOf(db, { mailboxes });
  const bookings = await listBookingsOf(db, { mailboxes, phones: isAddress ? [] : [first] });
  const sources = [...leads, ...bookings].map(({ id }) => id);
  const ordered = await listOrdersOf(db, { mailboxes, ids: sources });
  const proofs = await listProofsOf(
    db,
    ordered.map(({ id }) => id),
  );
  const orders = ordered.map((order) => {
    const own = proofs.flatMap(({ order_id, ...proof }) => (order_id === order.id ? proof : []));
    return { ...order, ...(own.length > 0 && { proofs_of_payment: own }) };
  });
  const customers = await listCustomersOf(db, {
    mailboxes,
    phones: isAddress ? [] : [first],
    ids: orders.flatMap(({ customer_id }) => customer_id ?? []),
  });
  const own = [...leads, ...bookings, ...orders, ...customers];
  const requests = await listRequestsOf(db, mailboxes);
  const pending = deps.journal.listPending();
  const journal_entries = pending.flatMap((submission) => toEntry(submission, mailboxes));
  const given = [...own, ...journal_entries].map(({ phone }) => phone);
  if (!isAddress) given.push(first);
  const phones = [...new Set(given.flatMap((one) => toPhoneNumber(one ?? '') ?? []))].sort();

  const siteMailboxes = await listSiteMailboxes(deps, db);
  const strangers = mailboxes.filter((one) => !siteMailboxes.includes(one));
  const ids = [...own, ...requests, ...journal_entries].map(({ id }) => id);
  const records = {
    leads,
    bookings,
    orders,
    customers,
    journal_entries,
    requests,
    mails: await listMailsOf(db, { mailboxes: strangers, ids }),
    files: await listCaptured(deps.mailboxDirectory, {
      ids,
      hasAddress: (email) => strangers.includes(toAddress(email)),
    }),
    log_entries: await listEventsOf(db, strangers),
  };
  const upcoming = bookings.filter(
    ({ booking_date, cancelled_at, deleted_at }) =>
      booking_date > deps.now() && cancelled_at === null && deleted_at === null,
  );
  const versions = own.map(({ id, version }) => [id, version]);
  return {
    mailboxes,
    phones,
    suggestions: await suggest(db, { mailboxes, phones, pending }),
    /** The site's own addresses: admin accounts, and the recipient of notices. */
    own_mailboxes: mailboxes.filter((one) => siteMailboxes.includes(one)),
    names: [...new Set(own.flatMap(({ name }) => name ?? []))],
    ...records,
    counts: countRecords(records, upcoming.length),
    sessions_to_come: upcoming.map(({ id }) => id),
    /** Identifies the state that was read. Erasing and correcting require it. */
    stamp: createHash('sha256')
      .update(JSON.stringify([mailboxes, versions, ids]))
      .digest('hex'),
  };
}

function countRecords(
  records: Record<Exclude<keyof ErasureCounts, 'sessions'>, readonly unknown[]>,
  sessions: number,
): ErasureCounts {
  const counts = Object.entries(records).map(([kind, list]) => [kind, list.length]);
  return { ...Object.fromEntries(counts), sessions };
}

/** Returns a queued submission of these addresses as a flat record. */
function toEntry(submission: PendingSubmission, mailboxes: string[]) {
  const sender = readSender(submission);
  if (!sender || !mailboxes.includes(toAddress(sender.email))) return [];
  const { origin, ...words } = submission.payload.content as { origin?: Origin };
  const { id, phone = null } = sender;
  return [{ id, received_at: submission.receivedAt, ...words, phone, ...origin }];
}

/** Returns the site's own addresses: admin accounts, and the recipient of notices. */
async function listSiteMailboxes({ readSettings }: PeopleDeps, db: Executor): Promise<string[]> {
  const { recipient } = await readSettings();
  return [...(await listAccountMailboxes(db)), toAddress(recipient)];
}

/**
 * Throws 422 if only a phone number is known, because several people can share one. Bookings and
 * customers without an email address are exempt.
 */
export function requireAddress({
  mailboxes,
  bookings,
  customers,
}: Pick<Person, 'mailboxes' | 'bookings' | 'customers'>) {
  if (mailboxes.length > 0 || bookings.length > 0 || customers.length > 0) return;
  const message = 'Include an email address first. A phone number alone doesn’t identify a person.';
  throw invalidBody([{ field: 'text', message }]);
}

/** Returns other people with the same phone number or a similar address. */
async function suggest(
  db: Executor,
  known: { mailboxes: string[]; phones: string[]; pending: PendingSubmission[] },
): Promise<PersonSuggestion[]> {
  const similar = known.mailboxes.map(toMailbox);
  const found = new Map<string, PersonSuggestion>();
  const waiting = known.pending.flatMap((one) => readSender(one) ?? []);
  for (const { email, name, phone } of [
    ...(await listNear(db, known.mailboxes, known.phones)),
    ...waiting,
  ]) {
    const mailbox = toAddress(email);
    const isSameNumber = known.phones.includes(toPhoneNumber(phone ?? '') ?? '');
    const isSimilar = isSameNumber || similar.includes(toMailbox(email));
    if (known.mailboxes.includes(mailbox) || !isSimilar) continue;
    const before = found.get(mailbox);
    const reason = isSameNumber || before?.reason === 'phone' ? 'phone' : 'mailbox';
    found.set(mailbox, { mailbox, reason, names: [...new Set([...(before?.names ?? []), name])] });
  }
  return [...found.values()];
}
