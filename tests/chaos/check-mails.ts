import { toFileStem } from '#server/mail/mail.ts';
import { type Breach, breach, untilWell } from './breach.ts';
import type { Ledger } from './ledger.ts';
import type { Session } from './mentor.ts';
import { read, send } from './send.ts';
import type { World } from './world.ts';

/** How long mails may be on their way, in milliseconds: what was refused is tried again later and later. */
const patience = 300_000;

/** So many undelivered mails people are shown at most. */
const mostShown = 50;

/** What became of the mails that a site owes. */
interface MailCount {
  sent: number;
  undelivered: number;
}

/** Of a lead there is one notice and one answer, whatever their keys; of a booking there are mails of several kinds. */
const toMatter = (stem: string) =>
  stem.startsWith('lead.')
    ? [...stem.split('.').slice(0, 2), stem.split('.').at(-1)].join('.')
    : stem;

/** Looks whether every mail went out once, or is shown as undelivered. Nobody sends anything meanwhile. */
export async function checkMails(
  world: World,
  session: Session,
  ledger: Ledger,
): Promise<{ count: MailCount; breaches: Breach[] }> {
  const roundOfEmail = new Map(
    [...ledger.leads, ...ledger.bookings].map(({ email, round }) => [email, round]),
  );
  const count: MailCount = { sent: 0, undelivered: 0 };

  async function find(): Promise<Breach[]> {
    const records: { id: string; email: string }[] = await world.query(
      'select id, email from leads union all select id, email from bookings',
    );
    const emailOf = new Map(records.map(({ id, email }) => [id, email]));
    const subjectOf = (stem: string) => stem.split('.')[1] ?? '';
    const roundOf = (id: string) => roundOfEmail.get(emailOf.get(id) ?? '') ?? Number.NaN;
    const broken = (kind: Breach['kind'], stem: string, how = '') =>
      breach(roundOf(subjectOf(stem)), kind, `${stem} ${how}`);

    const rows: { key: string; status: string }[] = await world.query(
      'select key, status from mail_deliveries',
    );
    const answer = await send(`${session.url}/api/failed_mails`, {
      headers: { Cookie: session.cookie },
    });
    const shown = new Set((Object.values(read(answer)) as { key: string }[]).map(({ key }) => key));
    const breaches: Breach[] = [];
    for (const { key, status } of rows) {
      const stem = toFileStem(key);
      if (status === 'queued') breaches.push(broken('not mailed', stem, 'waits'));
      if (status === 'sent' && !world.mail.taken.has(stem))
        breaches.push(broken('not mailed', stem));
      if (status === 'failed' && shown.size < mostShown && !shown.has(key))
        breaches.push(broken('not mailed', stem, 'is not shown'));
    }
    const taken = Map.groupBy(world.mail.taken, ([stem]) => toMatter(stem));
    for (const [matter, mails] of taken) {
      const times = mails.reduce((sum, [, one]) => sum + one, 0);
      if (times > 1) breaches.push(broken('mailed twice', matter, `${times} times`));
    }
    const stems = [...rows.map(({ key }) => toFileStem(key)), ...world.mail.taken.keys()];
    const mailed = new Set(stems.map(subjectOf));
    for (const { id, email } of records) {
      if (!mailed.has(id)) breaches.push(breach(roundOf(id), 'not mailed', `nothing of ${email}`));
    }
    const countOf = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
    Object.assign(count, { sent: countOf('sent'), undelivered: countOf('failed') });
    return breaches;
  }

  // No time mends what was sent twice.
  const isTwice = ({ kind }: Breach) => kind === 'mailed twice';
  const breaches = await untilWell(
    async () => (await find()).filter((found) => !isTwice(found)),
    patience,
  );
  const twice = (await find()).filter(isTwice);
  return { count, breaches: [...breaches, ...twice] };
}
