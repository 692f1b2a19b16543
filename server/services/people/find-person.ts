import { createHash } from 'node:crypto';
import { noOrigin, type Origin } from '#domain/origin.ts';
import {
  type ErasureCounts,
  type Identifiers,
  type PersonSearch,
  readIdentifier,
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
 * this process included. An address leads to the numbers that were given with it, and back. Throws
 * 422 for what is neither an address nor a number.
 */
export async function findPerson(deps: PeopleDeps, search: PersonSearch, db: Executor = deps.db) {
  const pending = deps.journal.listPending();
  const identifiers = await identify(db, readSearch(search.text), search.without, pending);
  const leads = await listLeadsOf(db, identifiers);
  const bookings = await listBookingsOf(db, identifiers);
  const requests = await listRequestsOf(db, identifiers.mailboxes);
  const waiting = listWaitingOf(pending, identifiers).map(toWaiting);
  const waitingIds = waiting.map(({ submission }) => submission.split(':')[1] ?? '');
  const ids = [...[...leads, ...bookings, ...requests].map(({ id }) => id), ...waitingIds];
  const own = await listOwnMailboxes(deps, db);
  const foreign = identifiers.mailboxes.filter((one) => !own.includes(one));
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
  const seen = [identifiers, versions, requests.map(({ id }) => id), waitingIds];
  return {
    ...identifiers,
    /** Of these the site itself uses: an account of the admin, or where its notices go. */
    own_mailboxes: identifiers.mailboxes.filter((one) => own.includes(one)),
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

/** Returns the mailboxes of the site's own people: those of accounts, and where its notices go. */
export async function listOwnMailboxes({ readFacts }: PeopleDeps, db: Executor) {
  const { recipient } = await readFacts();
  return [...(await listAccountMailboxes(db)), toMailbox(recipient)];
}

function readSearch(text: string): string {
  const identifier = readIdentifier(text);
  if (identifier !== undefined) return identifier;
  throw invalidBody([
    { field: 'text', message: 'Please enter an email address or a phone number.' },
  ]);
}

/** More steps from one address to the next no person takes. */
const mostSteps = 5;

/** Follows an address to the numbers that were given with it, those to other addresses, and so on. */
async function identify(
  db: Executor,
  first: string,
  without: string[],
  pending: PendingSubmission[],
): Promise<Identifiers> {
  const known = new Set([first]);
  for (let step = 0; step < mostSteps; step += 1) {
    const before = known.size;
    const identifiers = part(known);
    const senders = listWaitingOf(pending, identifiers).flatMap((one) => readSender(one) ?? []);
    for (const { email, phone } of [...(await listLeadsOf(db, identifiers)), ...senders]) {
      for (const one of [toMailbox(email), phone ? toPhoneNumber(phone) : undefined])
        if (one !== undefined && !without.includes(one)) known.add(one);
    }
    if (known.size === before) break;
  }
  return part(known);
}

const part = (known: Set<string>): Identifiers => ({
  mailboxes: [...known].filter((one) => one.includes('@')).sort(),
  phones: [...known].filter((one) => !one.includes('@')).sort(),
});
