import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { createPayfast } from '#features/payments/server/providers/payfast.ts';
import { paymentVariables, toPaymentSettings } from '#platform/config/payments.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { openLibraryOf } from '#tests/support/library.ts';
import { inquiryBody } from '#tests/support/orders.ts';
import { createOwnFolder, type OwnFolder } from '#tests/support/own-folder.ts';
import { patience } from '#tests/support/patience.ts';
import { type PayfastDouble, startPayfastDouble } from '#tests/support/payfast-double.ts';
import { findFreePort, type SiteProcess, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, giveUpJobs, hurryRepeats, query } from '#tests/support/site-state.ts';

/** How often the site is killed while payments arrive. */
const rounds = Number(process.env.KILL_ROUNDS ?? 100);
/** The package has this many sessions. */
const packageSessions = 3;
const packageTitle = 'Full Mentorship Package';

/** The faults of the payment provider, in every ten rounds. */
const moods = ['answers', 'answers', 'is broken', 'is broken', 'is forbidden'] as const;

interface World {
  folder: OwnFolder;
  environment: Record<string, string>;
  site: SiteProcess;
}

const ask = async ({ folder }: World, text: string, values?: unknown[]) =>
  query(await findPrivateDatabase(folder.directory), text, values);

/** Kills the site, and every tenth time its database with it; starts it again on what is left. */
async function kill(world: World, round: number) {
  const killedBefore = new Date();
  if (round % 10 === 9) process.kill(await world.folder.postmasterPid(), 'SIGKILL');
  await world.site.end('SIGKILL');
  world.site = await world.folder.startReady(world.environment);
  await giveUpJobs(await findPrivateDatabase(world.folder.directory), killedBefore);
}

/** Lets sessions be held until they are paid, and sells a package of some. */
async function sellSessionsToConfirm(world: World) {
  const mentorshipOptions = defaults.offers.mentorshipOptions.map((option) =>
    option.priceCents === null
      ? option
      : {
          ...{ ...option, payment: 'confirm' },
          ...(option.title === packageTitle && { sessions: packageSessions, validMonths: 7 }),
        },
  );
  await ask(
    world,
    `insert into settings_versions (section, version, value, saved_by) values ('offers', 1, $1, 'test')`,
    [JSON.stringify({ ...defaults.offers, mentorshipOptions })],
  );
  await kill(world, 0);
}

/** Returns free times of the next months, from the sixth day on. */
async function readSlots({ site }: World): Promise<string[]> {
  const toDay = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const months = [5, 65, 125].map(async (from) => {
    const span = { from: toDay(from), to: toDay(from + 60) };
    const query = new URLSearchParams({ ...span, session_type: '1-on-1 Session' });
    return (await (await fetch(`${site.url}/api/availability?${query}`)).json()).slots as string[];
  });
  return [...new Set((await Promise.all(months)).flat())];
}

const toEmail = () => `${randomUUID()}@example.com`;

/** Books a session, and pays for it. */
const buySession = (world: World, payfast: PayfastDouble, slot: string, changes = {}) =>
  buy(
    world,
    payfast,
    'bookings',
    sessionBody({ email: toEmail(), booking_date: slot, ...changes }),
  );

/** Returns the pages that book the sessions of packages, with how many are left, the fullest first. */
async function listPackages(world: World): Promise<{ path: string; left: number }[]> {
  const rows = await ask(
    world,
    `select entitlements.id, customer_id, link_version, granted - spent - (select count(*)::int from bookings
       where entitlement_id = entitlements.id and returned_at is null and deleted_at is null) as left
     from entitlements join customers on customers.id = customer_id where granted is not null
     order by "left", entitlements.id`,
  );
  const { toPath, close } = await openLibraryOf(world.folder.directory);
  await close();
  return rows.map(({ id, customer_id, link_version, left }) => ({
    path: `${toPath({ id: customer_id, linkVersion: link_version })}/sessions/${id}`,
    left,
  }));
}

/** Books a session of a package. Returns the status of the answer; undefined if the site was killed. */
async function bookIncluded({ site }: World, path: string, slot: string) {
  const body = new URLSearchParams({ id: randomUUID(), booking_date: slot, meeting_type: 'Zoom' });
  const sent = fetch(new URL(path, site.url), {
    ...{ method: 'POST', body, redirect: 'manual', headers: { Origin: site.url } },
  });
  return sent.then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Asks for the course, and pays for it. */
const buyCourse = (world: World, payfast: PayfastDouble) =>
  buy(world, payfast, 'leads', inquiryBody({ email: toEmail() }));

/** Sends a form, and pays for its order at PayFast, which notifies the site from then on. */
async function buy(
  world: World,
  payfast: PayfastDouble,
  form: 'bookings' | 'leads',
  body: { id: string; email: string },
): Promise<string> {
  const { url } = world.site;
  // Sent again while the database still starts.
  await until('the form to be taken', async () => {
    const response = await fetch(`${url}/api/${form}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience.condition),
    });
    if (response.status < 500) expect(response.status).toBe(201);
    return response.ok;
  });
  const [order] = await ask(
    world,
    'select reference, amount_cents from orders where booking_id = $1 or lead_id = $1',
    [body.id],
  );
  const provider = createPayfastOf(payfast);
  const start = await provider.start({
    orderReference: order.reference,
    amountCents: order.amount_cents,
    itemName: 'What was ordered',
    buyer: { firstName: 'Jane', email: body.email },
    returnUrl: `${url}/`,
    cancelUrl: `${url}/`,
    notifyUrl: `${url}/api/payments/payfast`,
  });
  if (start.kind !== 'form') throw new Error('PayFast is paid by a form');
  await payfast.open(start);
  payfast.pay(order.reference);
  return order.reference;
}

function createPayfastOf({ env }: PayfastDouble) {
  const { payfast } = toPaymentSettings(paymentVariables.parse(env));
  if (!payfast) throw new Error('PayFast has no keys');
  return createPayfast(payfast);
}

/** Makes deferred jobs due, and waits until all jobs are done. */
async function untilQuiet(world: World) {
  const left = async () => {
    await hurryRepeats(await findPrivateDatabase(world.folder.directory));
    const [row] = await ask(
      world,
      `select (select count(*) from payment_notifications where state = 'pending')::int
            + (select count(*) from mail_deliveries where status = 'queued')::int as count`,
    );
    return row.count as number;
  };
  let count = await left();
  while (count > 0) {
    const before = count;
    count = (
      await until(
        'work to be done',
        async () => {
          const now = await left();
          return now < before ? { now } : undefined;
        },
        // The job of a killed process is found by its missing heartbeat, after up to 15 seconds.
        3 * patience.condition,
      )
    ).now;
  }
}

it(`payments and confirmations agree after ${rounds} kills`, async () => {
  const payfast = await startPayfastDouble();
  const port = String(await findFreePort());
  await using folder = await createOwnFolder();
  const siteUrl = `http://127.0.0.1:${port}`;
  const environment = { ...payfast.env, PORT: port, SITE_URL: siteUrl };
  const world: World = { folder, environment, site: await folder.startReady(environment) };
  await sellSessionsToConfirm(world);
  const slots = await readSlots(world);
  const paid: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    payfast.moods.validate = moods[round % moods.length] ?? 'answers';
    const [single, first, ...others] = slots.splice(0, 5);
    if (!single || !first) throw new Error('There are too few times');
    paid.push(
      ...(await Promise.all([
        buySession(world, payfast, single),
        buySession(world, payfast, first, { session_type: packageTitle }),
        buyCourse(world, payfast),
      ])),
    );
    const open = (await listPackages(world)).find(({ left }) => left > 0);
    const booked = open && others.map((slot) => bookIncluded(world, open.path, slot));
    await wait(randomInt(400));
    await kill(world, round);
    await Promise.all(booked ?? []);
  }
  payfast.moods.validate = 'answers';
  await Promise.all(payfast.deliveries.map(({ settled }) => settled));
  await untilQuiet(world);

  for (const { path, left } of await listPackages(world)) {
    for (let more = 0; more < left; more += 1)
      expect(await bookIncluded(world, path, slots.shift() ?? '')).toBe(303);
    expect(await bookIncluded(world, path, slots[0] ?? '')).toBe(409);
  }
  await untilQuiet(world);

  const orders = await ask(
    world,
    `select orders.reference, orders.state, orders.course_id is null as is_session, bookings.held_until is null as is_confirmed,
       bookings.paid_at is not null as is_marked, bookings.cancelled_at is null as is_live,
       (select count(*)::int from payments where order_id = orders.id and not is_unplaced) as payments,
       (select count(*)::int from papers where order_id = orders.id) as papers,
       (select count(*)::int from entitlements where source_id = orders.id and course_id = orders.course_id
         and customer_id = orders.customer_id and revoked_at is null) as opened,
       (item -> 'package' ->> 'sessions')::int as sold,
       (select granted from entitlements where source_id = orders.id and granted is not null) as granted,
       (select count(*)::int from bookings as session join entitlements on entitlements.id = entitlement_id
         where source_id = orders.id) as used,
       (select count(*)::int from mail_deliveries where status = 'sent'
         and key like 'booking:' || bookings.id || ':confirmed:%') as confirmations,
       (select count(*)::int from mail_deliveries where status = 'sent'
         and key like 'order:' || orders.id || ':paid:%') as receipts
     from orders left join bookings on bookings.id = orders.booking_id`,
  );
  expect(orders.map(({ reference }) => reference).sort()).toEqual(paid.sort());
  const all = { state: 'paid', is_confirmed: true, is_live: true };
  const once = { payments: 1, papers: 1, receipts: 2 };
  const single = { sold: null, granted: null, used: 0 };
  const session = { ...all, ...once, is_marked: true, opened: 0, confirmations: 2 };
  const course = { ...all, ...once, ...single, is_marked: false, opened: 1, confirmations: 0 };
  const sold = { sold: packageSessions, granted: packageSessions, used: packageSessions };
  for (const { reference: _, is_session, ...facts } of orders)
    expect(facts).toEqual(
      is_session ? { ...session, ...(facts.sold === null ? single : sold) } : course,
    );
  const [access] = await ask(
    world,
    `select (select count(*)::int from entitlements) as opened, (select count(*)::int from customers) as customers`,
  );
  expect(access).toEqual({ opened: 2 * rounds, customers: paid.length });

  const [sums] = await ask(
    world,
    `select (select sum(paid_cents)::int from orders) as orders,
       (select sum(amount_cents)::int from payments) as payments,
       (select sum(amount_cents)::int from orders) as asked,
       (select sum(last_number)::int from paper_series) as receipts`,
  );
  expect(sums).toMatchObject({ orders: sums.asked, payments: sums.asked, receipts: paid.length });
  await payfast.close();
});
