import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { createPayfast } from '#features/payments/server/providers/payfast.ts';
import { paymentVariables, toPaymentSettings } from '#platform/config/payments.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { createOwnFolder, type OwnFolder } from '#tests/support/own-folder.ts';
import { patience } from '#tests/support/patience.ts';
import { type PayfastDouble, startPayfastDouble } from '#tests/support/payfast-double.ts';
import { findFreePort, type SiteProcess, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, giveUpJobs, hurryRepeats, query } from '#tests/support/site-state.ts';

/** How often the site is killed while payments arrive. */
const rounds = Number(process.env.KILL_ROUNDS ?? 100);
const buyersPerRound = 2;

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

/** Books a session, and pays for it at PayFast, which notifies the site from then on. */
async function buy(world: World, payfast: PayfastDouble, slot: string): Promise<string> {
  const { url } = world.site;
  const body = sessionBody({ email: `${randomUUID()}@example.com`, booking_date: slot });
  // Sent again while the database still starts.
  await until('the booking to be taken', async () => {
    const response = await fetch(`${url}/api/bookings`, {
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
    'select reference, amount_cents from orders where booking_id = $1',
    [body.id],
  );
  const provider = createPayfastOf(payfast);
  const start = await provider.start({
    orderReference: order.reference,
    amountCents: order.amount_cents,
    itemName: 'A session',
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
    const wanted = slots.splice(0, buyersPerRound);
    paid.push(...(await Promise.all(wanted.map((slot) => buy(world, payfast, slot)))));
    await wait(randomInt(400));
    await kill(world, round);
  }
  payfast.moods.validate = 'answers';
  await Promise.all(payfast.deliveries.map(({ settled }) => settled));
  await untilQuiet(world);

  const orders = await ask(
    world,
    `select orders.reference, orders.state, bookings.held_until is null as is_confirmed,
       bookings.paid_at is not null as is_marked, bookings.cancelled_at is null as is_live,
       (select count(*)::int from payments where order_id = orders.id and not is_unplaced) as payments,
       (select count(*)::int from papers where order_id = orders.id) as papers,
       (select count(*)::int from mail_deliveries where status = 'sent'
         and key like 'booking:' || bookings.id || ':confirmed:%') as confirmations,
       (select count(*)::int from mail_deliveries where status = 'sent'
         and key like 'order:' || orders.id || ':paid:%') as receipts
     from orders join bookings on bookings.id = orders.booking_id`,
  );
  expect(orders.map(({ reference }) => reference).sort()).toEqual(paid.sort());
  const done = {
    state: 'paid',
    is_confirmed: true,
    is_marked: true,
    is_live: true,
    payments: 1,
    papers: 1,
    confirmations: 2,
    receipts: 2,
  };
  const others = orders.filter((order) => {
    const { reference: _, ...facts } = order;
    return JSON.stringify(facts) !== JSON.stringify(done);
  });
  expect(others).toEqual([]);

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
