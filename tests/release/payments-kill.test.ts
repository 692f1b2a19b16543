import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { createPayfast } from '#features/payments/server/providers/payfast.ts';
import { paymentVariables, toPaymentSettings } from '#platform/config/payments.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { inquiryBody } from '#tests/support/orders.ts';
import { createOwnFolder, type OwnFolder } from '#tests/support/own-folder.ts';
import { patience } from '#tests/support/patience.ts';
import { type PayfastDouble, startPayfastDouble } from '#tests/support/payfast-double.ts';
import { findFreePort, type SiteProcess, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, giveUpJobs, hurryRepeats, query } from '#tests/support/site-state.ts';

/** How often the site is killed while payments arrive. */
const rounds = Number(process.env.KILL_ROUNDS ?? 100);
/** Two sessions and a course. */
const sessionsPerRound = 2;

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

/** Lets 1-on-1 sessions be held until they are paid. */
async function sellSessionsToConfirm(world: World) {
  const mentorshipOptions = defaults.offers.mentorshipOptions.map((option) =>
    option.priceCents === null ? option : { ...option, payment: 'confirm' },
  );
  await ask(
    world,
    `insert into settings_versions (section, version, value, saved_by) values ('offers', 1, $1, 'test')`,
    [JSON.stringify({ ...defaults.offers, mentorshipOptions })],
  );
  await kill(world, 0);
}

async function readSlots({ site }: World): Promise<string[]> {
  const from = new Date(Date.now() + 5 * 24 * 3_600_000);
  const to = new Date(+from + 60 * 24 * 3_600_000);
  const query = new URLSearchParams({
    from: from.toISOString(),
    to: to.toISOString(),
    session_type: '1-on-1 Session',
  });
  return (await (await fetch(`${site.url}/api/availability?${query}`)).json()).slots;
}

const toEmail = () => `${randomUUID()}@example.com`;

/** Books a session, and pays for it. */
const buySession = (world: World, payfast: PayfastDouble, slot: string) =>
  buy(world, payfast, 'bookings', sessionBody({ email: toEmail(), booking_date: slot }));

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
    const wanted = slots.splice(0, sessionsPerRound);
    const sessions = wanted.map((slot) => buySession(world, payfast, slot));
    paid.push(...(await Promise.all([...sessions, buyCourse(world, payfast)])));
    await wait(randomInt(400));
    await kill(world, round);
  }
  payfast.moods.validate = 'answers';
  await Promise.all(payfast.deliveries.map(({ settled }) => settled));
  await untilQuiet(world);

  const orders = await ask(
    world,
    `select orders.reference, orders.state, orders.course_id is null as is_session, bookings.held_until is null as is_confirmed,
       bookings.paid_at is not null as is_marked, bookings.cancelled_at is null as is_live,
       (select count(*)::int from payments where order_id = orders.id and not is_unplaced) as payments,
       (select count(*)::int from papers where order_id = orders.id) as papers,
       (select count(*)::int from entitlements where source_id = orders.id and course_id = orders.course_id
         and customer_id = orders.customer_id and revoked_at is null) as opened,
       (select count(*)::int from mail_deliveries where status = 'sent'
         and key like 'booking:' || bookings.id || ':confirmed:%') as confirmations,
       (select count(*)::int from mail_deliveries where status = 'sent'
         and key like 'order:' || orders.id || ':paid:%') as receipts
     from orders left join bookings on bookings.id = orders.booking_id`,
  );
  expect(orders.map(({ reference }) => reference).sort()).toEqual(paid.sort());
  const all = { state: 'paid', is_confirmed: true, is_live: true };
  const once = { payments: 1, papers: 1, receipts: 2 };
  const session = { ...all, ...once, is_marked: true, opened: 0, confirmations: 2 };
  const course = { ...all, ...once, is_marked: false, opened: 1, confirmations: 0 };
  for (const { reference: _, is_session, ...facts } of orders)
    expect(facts).toEqual(is_session ? session : course);
  const [access] = await ask(
    world,
    `select (select count(*)::int from entitlements) as opened, (select count(*)::int from customers) as customers`,
  );
  expect(access).toEqual({ opened: rounds, customers: paid.length });

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
