import { createHash } from 'node:crypto';
import { noOrigin, type Origin } from '#domain/origin.ts';
import {
  type ErasureCounts,
  type PersonSearch,
  type PersonSuggestion,
  readIdentifier,
  toAddress,
  toMailbox,
  toPhoneNumber,
} from '#domain/person.ts';
import type { Executor } from '#server/db/executor.ts';
import {
  listAccountMailboxes,
  listBookingsOf,
  listEventsOf,
  listLeadsOf,
  listMailsOf,
  listNear,
  listRequestsOf,
} from '#server/db/queries/people.ts';
import { invalidBody } from '#server/errors.ts';
import type { PendingSubmission } from '#server/journal/records.ts';
import { listCapturedOf, listWaitingOf, readSender } from './own-disk.ts';
import type { PeopleDeps } from './people-deps.ts';

/** Everything that is kept about somebody. */
export type Person = Awaited<ReturnType<typeof findPerson>>;

/**
 * Returns everything that is kept about a person, the trash, the journal and the captured mails of
 * this process included. A person is the addresses that were asked for: whoever shares a number with
 * them, or nearly an address, is a suggestion. Throws 422 for what is neither an address nor a number.
 */
export async function findPerson(deps: PeopleDeps, search: PersonSearch, db: Executor = deps.db) {
  const pending = deps.journal.listPending();
  const first = readSearch(search.text);
  const isAddress = first.includes('@');
  const mailboxes = [...new Set([...(isAddress ? [first] : []), ...search.with])].sort();
  const leads = await listLeadsOf(db, { mailboxes });
  const bookings = await listBookingsOf(db, { mailboxes, phones: isAddress ? [] : [first] });
  const requests = await listRequestsOf(db, mailboxes);
  const ownPending = listWaitingOf(pending, mailboxes);
  const waiting = ownPending.map(toWaiting);
  const senders = ownPending.flatMap((one) => readSender(one) ?? []);
  const written = [
    ...(isAddress ? [] : [first]),
    ...[...leads, ...bookings, ...senders].map(({ phone }) => phone),
  ];
  const phones = [...new Set(written.flatMap((one) => toPhoneNumber(one ?? '') ?? []))].sort();
  const waitingIds = waiting.map(({ submission }) => submission.split(':')[1] ?? '');
  const ids = [...[...leads, ...bookings, ...requests].map(({ id }) => id), ...waitingIds];
  const own = await listOwnMailboxes(deps, db);
  const foreign = mailboxes.filter((one) => !own.includes(one));
  const mails = await listMailsOf(db, { mailboxes: foreign, ids });
  const files = await listCapturedOf(deps.mailboxDirectory, { mailboxes: foreign, ids });
  const log_entries = await listEventsOf(db, foreign);

  const counts: Omit<ErasureCounts, 'jobs'> = {
    ...{ leads: leads.length, bookings: bookings.length, sessions: 0 },
    ...{ mails: mails.length, journal_entries: waiting.length, files: files.length },
    ...{ log_entries: log_entries.length, requests: requests.length },
  };
  const now = deps.now();
  const toCome = bookings.filter(
    ({ booking_date, cancelled_at, deleted_at }) =>
      booking_date > now && cancelled_at === null && deleted_at === null,
  );
  counts.sessions = toCome.length;
  const versions = [...leads, ...bookings].map(({ id, version }) => [id, version]);
  const seen = [mailboxes, versions, requests.map(({ id }) => id), waitingIds];
  return {
    ...{ mailboxes, phones },
    suggestions: await suggest(db, { mailboxes, phones, pending }),
    /** Of these the site itself uses: an account of the admin, or where its notices go. */
    own_mailboxes: mailboxes.filter((one) => own.includes(one)),
    names: [...new Set([...leads, ...bookings].map(({ name }) => name))],
    ...{ leads, bookings, mails, files, waiting, log_entries, requests },
    ...{ counts, sessions_to_come: toCome.map(({ id }) => id) },
    /** Whoever erases or corrects says by it what was read. */
    stamp: createHash('sha256').update(JSON.stringify(seen)).digest('hex'),
  };
}

/** What a form sends beside its words; earlier versions have journaled none of it. */
interface SentBeside {
  privacy_version?: number | null;
  agreed_to?: string | null;
  origin?: Origin;
}

/** Returns a submission that no table has yet, with what is known of it by the names of a row. */
function toWaiting({ submission, receivedAt, payload }: PendingSubmission) {
  const content = payload.content as SentBeside & Record<string, string | null>;
  const { privacy_version = null, agreed_to = null, origin = noOrigin, ...words } = content;
  return {
    submission,
    received_at: receivedAt,
    content: words,
    privacy_version,
    agreed_to,
    ...origin,
  };
}

/** Returns the addresses of the site's own people: those of accounts, and where its notices go. */
export async function listOwnMailboxes({ readFacts }: PeopleDeps, db: Executor) {
  const { recipient } = await readFacts();
  return [...(await listAccountMailboxes(db)), toAddress(recipient)];
}

function readSearch(text: string): string {
  const identifier = readIdentifier(text);
  if (identifier !== undefined) return identifier;
  throw invalidBody([{ field: 'text', message: 'Enter an email address or a phone number.' }]);
}

/**
 * Throws 422 if only a phone number is known, which several people can share. Bookings that have no
 * email are known by nothing else.
 */
export function requireAddress({ mailboxes, bookings }: Pick<Person, 'mailboxes' | 'bookings'>) {
  if (mailboxes.length > 0 || bookings.length > 0) return;
  const message = 'Include an email address first. A phone number alone doesn’t identify a person.';
  throw invalidBody([{ field: 'text', message }]);
}

/** Returns who may be the same person: others who gave the same number, or nearly the same address. */
async function suggest(
  db: Executor,
  known: { mailboxes: string[]; phones: string[]; pending: PendingSubmission[] },
): Promise<PersonSuggestion[]> {
  const mailboxes = known.mailboxes.map(toMailbox);
  const waiting = known.pending.flatMap((one) => readSender(one) ?? []);
  const found = new Map<string, PersonSuggestion>();
  const near = await listNear(db, known.mailboxes, known.phones);
  for (const { email, name, phone } of [...near, ...waiting]) {
    const mailbox = toAddress(email);
    if (known.mailboxes.includes(mailbox)) continue;
    const isSameNumber = known.phones.includes(toPhoneNumber(phone ?? '') ?? '');
    if (!isSameNumber && !mailboxes.includes(toMailbox(email))) continue;
    const names = [...new Set([...(found.get(mailbox)?.names ?? []), name])];
    const reason = isSameNumber || found.get(mailbox)?.reason === 'phone' ? 'phone' : 'mailbox';
    found.set(mailbox, { mailbox, reason, names });
  }
  return [...found.values()];
}
