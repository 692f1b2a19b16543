import { createHash } from 'node:crypto';
import { type Breach, breach, untilWell } from './breach.ts';
import type { BookingEntry, FileEntry, LeadEntry, Ledger } from './ledger.ts';
import type { Session } from './mentor.ts';
import { read, send } from './send.ts';
import type { World } from './world.ts';

/** How long what was acknowledged may be on its way into the database, in milliseconds. */
const patience = 60_000;

const isAcknowledged = (entry: { isAcknowledged: boolean }) => entry.isAcknowledged;

/** Looks whether all that was acknowledged in these rounds is there, once. */
export function checkRecords(
  world: World,
  session: Session,
  ledger: Ledger,
  isOfRound: (round: number) => boolean,
): Promise<Breach[]> {
  const ofRound = <T extends { round: number }>(entries: T[]) =>
    entries.filter(({ round }) => isOfRound(round));
  // Who is answered from now on is looked at in the next round.
  const leads = ofRound(ledger.leads);
  const lostLeads = leads.filter(isAcknowledged);
  const bookings = ofRound(ledger.bookings);
  const keptBookings = bookings.filter(isAcknowledged);
  const cancelled = bookings.filter(({ cancellation }) => cancellation === 'acknowledged');
  const files = ofRound(ledger.files).filter(isAcknowledged);
  return untilWell(
    async () => [
      ...(await checkLeads(world, leads, lostLeads)),
      ...(await checkBookings(world, { bookings, kept: keptBookings, cancelled })),
      ...(await checkFiles(world, files)),
      ...(await checkSettings(world, session, ledger)),
    ],
    patience,
  );
}

async function checkLeads(world: World, sent: LeadEntry[], kept: LeadEntry[]): Promise<Breach[]> {
  const rows = await world.query('select email from leads where email = any($1)', [
    sent.map(({ email }) => email),
  ]);
  const counts = Map.groupBy(rows, ({ email }) => email as string);
  const doubled = sent.filter(({ email }) => (counts.get(email)?.length ?? 0) > 1);
  const missing = kept.filter(({ email }) => !counts.has(email));
  const alone = await findMailedAlone(world, missing);
  const lost = missing.filter(({ email }) => !alone.has(email));
  return [
    ...doubled.map(({ round, email }) => breach(round, 'doubled', `lead ${email}`)),
    ...lost.map(({ round, email }) => breach(round, 'lost', `lead ${email}`)),
  ];
}

/**
 * Returns whose words are with the mentor's mail server alone, of those that no table has: neither the
 * database nor the disk could take them, and the process that could has ended. Of what was in the
 * database once, the outbox would know.
 */
async function findMailedAlone(world: World, missing: { email: string }[]): Promise<Set<string>> {
  const keys = new Map<string, string>();
  for (const { email } of missing) {
    const stem = world.mail.notices.get(email);
    if (stem !== undefined) keys.set(email, stem.replaceAll('.', ':'));
  }
  const rows = await world.query('select key from mail_deliveries where key = any($1)', [
    [...keys.values()],
  ]);
  const known = new Set(rows.map(({ key }) => key));
  return new Set([...keys].filter(([, key]) => !known.has(key)).map(([email]) => email));
}

/** How many messages and bookings there are of that kind. */
export async function countMailedAlone(world: World, ledger: Ledger): Promise<number> {
  const kept = [...ledger.leads, ...ledger.bookings].filter(isAcknowledged);
  const rows = await world.query(
    'select email from leads where email = any($1) union select email from bookings where email = any($1)',
    [kept.map(({ email }) => email)],
  );
  const stored = new Set(rows.map(({ email }) => email));
  return (
    await findMailedAlone(
      world,
      kept.filter(({ email }) => !stored.has(email)),
    )
  ).size;
}

interface BookingsToCheck {
  bookings: BookingEntry[];
  kept: BookingEntry[];
  cancelled: BookingEntry[];
}

async function checkBookings(
  world: World,
  { bookings, kept, cancelled }: BookingsToCheck,
): Promise<Breach[]> {
  const rows = await world.query('select email, cancelled_at from bookings where email = any($1)', [
    bookings.map(({ email }) => email),
  ]);
  const byEmail = Map.groupBy(rows, ({ email }) => email as string);
  const isCancelled = ({ email }: BookingEntry) => byEmail.get(email)?.[0]?.cancelled_at != null;
  const sold = await world.query(
    `select booking_date, max(email) as email, count(*)::int as times from bookings
     where cancelled_at is null and deleted_at is null group by 1 having count(*) > 1`,
  );
  const doubled = bookings.filter(({ email }) => (byEmail.get(email)?.length ?? 0) > 1);
  const missing = kept.filter((entry) => !byEmail.has(entry.email) && !isTold(world, entry));
  const alone = await findMailedAlone(world, missing);
  const lost = missing.filter(({ email }) => !alone.has(email));
  const back = cancelled.filter((entry) => !isCancelled(entry));
  return [
    ...sold.flatMap(({ booking_date, email, times }) =>
      bookings
        .filter((entry) => entry.email === email)
        .map(({ round }) =>
          breach(round, 'sold twice', `${booking_date.toISOString()} ${times} times`),
        ),
    ),
    ...doubled.map(({ round, email }) => breach(round, 'doubled', `booking ${email}`)),
    ...lost.map(({ round, email }) => breach(round, 'lost', `booking ${email}`)),
    ...back.map(({ round, email }) => breach(round, 'lost', `cancellation of ${email}`)),
  ];
}

/** Whether the mentor was told that a booking, taken without the database, has no place in the calendar. */
export const isTold = ({ mail }: World, { id }: BookingEntry): boolean =>
  [...mail.taken.keys()].some(
    (stem) => stem.startsWith(`booking.${id}.`) && stem.endsWith('.conflict'),
  );

async function checkFiles(world: World, files: FileEntry[]): Promise<Breach[]> {
  const rows = await world.query(
    'select id from freebies where id = any($1) union all select id from videos where id = any($1)',
    [files.map(({ id }) => id)],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const breaches: Breach[] = [];
  for (const { id, url, hash, round } of files) {
    if (!ids.has(id)) breaches.push(breach(round, 'lost', `record of the file ${url}`));
    const found = await hashAt(`${world.url}${url}`);
    if (found !== hash) breaches.push(breach(round, 'lost', `file ${url} (${found})`));
  }
  return breaches;
}

async function hashAt(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer?.ok) return `no file: ${answer?.status}`;
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** What stands is what was saved last, or what was sent after it; nothing was saved twice. */
async function checkSettings(
  world: World,
  { url, cookie }: Session,
  { settings }: Ledger,
): Promise<Breach[]> {
  // Whoever writes meanwhile has written down what before it was sent.
  const last = settings.findLastIndex(isAcknowledged);
  if (last < 0) return [];
  const answer = await send(`${url}/api/settings/legal`, { headers: { Cookie: cookie } });
  const { privacy } = Object(read(answer).value);
  const standing = settings.findIndex(({ id }) => id === privacy);
  const round = settings[last]?.round ?? Number.NaN;
  const twice = await world.query(
    `select value->>'privacy' as id from settings_versions where value->>'privacy' = any($1)
     group by 1 having count(*) > 1`,
    [settings.map(({ id }) => id)],
  );
  return [
    ...(standing < last ? [breach(round, 'lost', `settings: ${privacy ?? answer.status}`)] : []),
    ...twice.map(({ id }) => breach(round, 'doubled', `${id}`)),
  ];
}
