import { randomInt, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sessionBody, sessionNotice } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { createOwnFolder, type OwnFolder } from '#tests/support/own-folder.ts';
import { patience } from '#tests/support/patience.ts';
import { type SiteProcess, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, giveUpJobs, hurryRepeats, query } from '#tests/support/site-state.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

/** The number of faults. `SOAK_ROUNDS=100 npm run test:release` runs a longer test. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 10);
const visitorCount = 4;

interface World {
  folder: OwnFolder;
  receiver: SmtpReceiver;
  site: SiteProcess;
}

interface Ledger {
  leads: Set<string>;
  bookings: Set<string>;
}

const startSite = (folder: OwnFolder, receiver: SmtpReceiver) =>
  folder.startReady({ SMTP_URL: receiver.url });

const faults: Record<string, (world: World) => Promise<void>> = {
  async 'site killed'(world) {
    const killedBefore = new Date();
    await world.site.end('SIGKILL');
    world.site = await startSite(world.folder, world.receiver);
    await giveUpJobs(await findPrivateDatabase(world.folder.directory), killedBefore);
  },
  async 'database killed'({ folder, site }) {
    process.kill(await folder.postmasterPid(), 'SIGKILL');
    await site.untilReady();
  },
  async 'site and database killed'(world) {
    process.kill(await world.folder.postmasterPid(), 'SIGKILL');
    await faults['site killed']?.(world);
  },
  async 'mail server refuses'({ receiver }) {
    receiver.behave('refuse');
    const offered = receiver.offered();
    await until('mails to be refused', () => receiver.offered() > offered + 3);
    receiver.behave('accept');
  },
  async 'mail server drops the connection'({ receiver }) {
    receiver.behave('drop');
    const offered = receiver.offered();
    await until('mails to be dropped', () => receiver.offered() > offered + 3);
    receiver.behave('accept');
  },
  async 'site stopped for an update'(world) {
    expect(await world.site.end('SIGTERM')).toBe(0);
    world.site = await startSite(world.folder, world.receiver);
  },
};

const post = async ({ site }: World, path: string, body: object) => {
  const response = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience.condition),
  }).catch(() => undefined);
  await response?.text().catch(() => undefined);
  return response?.status;
};

/**
 * Submits as the page does: the record first, then the fallback if that fails. Returns whether it
 * was accepted.
 */
async function submit(world: World, path: string, record: object, notice: object) {
  const status = await post(world, path, record);
  if (status === 201) return true;
  if (status !== undefined && status < 500) return false;
  return (await post(world, '/contact.php', notice)) === 200;
}

async function visit(world: World, ledger: Ledger, slots: string[], isOver: () => boolean) {
  while (!isOver()) {
    const lead = contactBody({ email: 'no-reply@example.com' });
    if (await submit(world, '/api/leads', lead, lead)) ledger.leads.add(lead.id);
    const slot = slots[randomInt(slots.length)];
    const booking = sessionBody({ email: `${randomUUID()}@example.com`, booking_date: slot });
    const status = await post(world, '/api/bookings', booking);
    if (status === 201) {
      ledger.bookings.add(booking.id);
      await post(world, '/contact.php', sessionNotice(booking));
    }
  }
}

async function readSlots({ site }: World): Promise<string[]> {
  const from = new Date(Date.now() + 3 * 24 * 3_600_000);
  const to = new Date(from.getTime() + 60 * 24 * 3_600_000);
  const span = `from=${from.toISOString()}&to=${to.toISOString()}`;
  return (await (await fetch(`${site.url}/api/availability?${span}`)).json()).slots;
}

it(`accepted leads and bookings survive ${rounds} faults under load`, async () => {
  const receiver = await startSmtpReceiver();
  await using folder = await createOwnFolder();
  const world: World = { folder, receiver, site: await startSite(folder, receiver) };
  const ledger: Ledger = { leads: new Set(), bookings: new Set() };
  const slots = await readSlots(world);

  let isOver = false;
  const visits = Array.from({ length: visitorCount }, () =>
    visit(world, ledger, slots, () => isOver),
  );
  const happened: string[] = [];
  const names = Object.keys(faults);
  for (let round = 0; round < rounds; round += 1) {
    const before = ledger.leads.size;
    await until('leads to be accepted', () => ledger.leads.size >= before + 5);
    const name = names[round % names.length] ?? '';
    happened.push(name);
    await faults[name]?.(world);
  }
  isOver = true;
  await Promise.all(visits);

  const database = await findPrivateDatabase(folder.directory);
  const read = (text: string) => query(database, text);
  const story = `after: ${happened.join(', ')}`;
  await until('every accepted lead to be in the database', async () => {
    const stored = new Set((await read('select id from leads')).map(({ id }) => id));
    return [...ledger.leads].every((id) => stored.has(id));
  });
  let queued = Number.POSITIVE_INFINITY;
  while (queued > 0) {
    const left = await until('the outbox to shrink', async () => {
      await hurryRepeats(database);
      const mails = await read(`select 1 from mail_deliveries where status = 'queued'`);
      return mails.length < queued ? { count: mails.length } : undefined;
    });
    queued = left.count;
  }
  const booked = new Set((await read('select id from bookings')).map(({ id }) => id));
  expect(
    [...ledger.bookings].filter((id) => !booked.has(id)),
    story,
  ).toEqual([]);
  const doubled = await read(
    `select booking_date from bookings where cancelled_at is null and deleted_at is null
     group by booking_date having count(*) > 1`,
  );
  expect(doubled, story).toEqual([]);
  const mailed = receiver.received.map(({ mail }) => mail.messageId ?? '').join('\n');
  const unmailed = [...ledger.leads].filter((id) => !mailed.includes(id));
  expect(unmailed, story).toEqual([]);
  await receiver.close();
});
