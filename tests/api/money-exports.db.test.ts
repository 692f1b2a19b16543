import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReference } from '#features/orders/rules/index.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const site = await openTestSite({ now: openingMorning });
const { api, admin, clock } = site;
const { read, mark } = withOrders(site);

/** Returns the rows of a file without their quotation marks, by their headings. */
async function readFile(what: 'payments' | 'documents', period: string) {
  const path = `/api/orders/export/${what}?period=${period}`;
  const response = await admin.asMentor('GET', path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Disposition')).toContain(`${what}-${period}-`);
  const [headings = [], ...rows] = (await response.text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));
  return rows.map((cells) => Object.fromEntries(headings.map((name, at) => [name, cells[at]])));
}

/** Adds an order for this amount, which is not paid. */
async function addOrder(amountCents: number) {
  const reference = createReference((below) => Math.floor(Math.random() * below));
  const item = { kind: 'plan', title: 'TP Strategy Course', isDigital: true };
  const { rows } = await api.pool.query(
    `insert into orders (reference, item, amount_cents, name, email)
     values ($1, $2, $3, 'Zoë O’Neill', 'zoe@example.com') on conflict do nothing returning id`,
    [reference, { ...item, priceText: '', deliveryText: '' }, amountCents],
  );
  return { id: String(rows[0].id), reference, amountCents };
}

/** What is on the mentor's account: money in is positive. */
interface Entry {
  /** The mentor's day. */
  day: string;
  cents: number;
}

const zone = 'Africa/Johannesburg';
const dayOf = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(at);

const cents = fc.integer({ min: 1, max: 300_001 });
const order = fc.nat(3);
const action = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), order, cents, daysAgo: fc.nat(40) }),
  fc.record({ kind: fc.constant('exact line' as const), order, daysAgo: fc.nat(40) }),
  fc.record({ kind: fc.constant('mark' as const), order }),
  fc.record({ kind: fc.constant('undo' as const), order }),
  fc.record({ kind: fc.constant('cancel' as const), order }),
  fc.record({ kind: fc.constant('card' as const), order, cents, isTest: fc.boolean() }),
  fc.record({ kind: fc.constant('refund' as const), order, payment: fc.nat(5), part: cents }),
);
const history = fc.record({
  prices: fc.tuple(cents, cents, cents, fc.constant(45_001)),
  actions: fc.array(fc.tuple(action, fc.nat(40 * 24 * 60)), { minLength: 8, maxLength: 24 }),
});

type Generated<Made> = Made extends fc.Arbitrary<infer Value> ? Value : never;
type History = Generated<typeof history>;

/** One history that certainly has a payment, a refund and unallocated money. */
const withRefund: History = {
  prices: [45_001, 12_256, 152_671, 45_001],
  actions: [
    [{ kind: 'exact line', order: 0, daysAgo: 3 }, 67],
    [{ kind: 'refund', order: 0, payment: 0, part: 15_007 }, 67],
    [{ kind: 'card', order: 1, cents: 37_265, isTest: false }, 67],
  ],
};

/** Books a line of a statement for an order. Returns whether it was recorded. */
async function bookLine(orderId: string, amountCents: number, date: string): Promise<boolean> {
  const { body } = await admin.call('POST', '/api/orders/statement/book', {
    lines: [
      {
        fingerprint: randomUUID().replaceAll('-', ''),
        order_id: orderId,
        amount_cents: amountCents,
        date,
        allows_other_amount: true,
      },
    ],
  });
  return body.left.length === 0;
}

/** Plays one action. Returns what it does to the account. */
async function play(
  did: Generated<typeof action>,
  { id, amountCents }: { id: string; amountCents: number },
  { account, now }: { account: Map<string, Entry>; now: Date },
): Promise<void> {
  const today = dayOf(now);
  const add = (entry: Entry) => account.set(randomUUID(), entry);
  const list = async () => (await read(id)).payments;
  if (did.kind === 'line' || did.kind === 'exact line') {
    const arrived = did.kind === 'line' ? did.cents : amountCents;
    const day = dayOf(new Date(+now - did.daysAgo * 86_400_000));
    const before = await list();
    if (!(await bookLine(id, arrived, day))) return;
    const known = new Set(before.map((payment) => payment.id));
    const added = (await list()).find((payment) => !known.has(payment.id));
    account.set(added?.id ?? '', { day, cents: arrived });
  } else if (did.kind === 'mark') {
    const known = new Set((await list()).map((payment) => payment.id));
    await mark(id);
    // Unallocated money may have paid for it.
    const added = (await list()).find((payment) => !known.has(payment.id));
    if (added) account.set(added.id, { day: today, cents: added.amount_cents });
  } else if (did.kind === 'undo') {
    await admin.call('POST', `/api/orders/${id}/undo`);
    // The money was never there.
    for (const payment of await list()) if (payment.undone_at) account.delete(payment.id);
  } else if (did.kind === 'cancel') {
    await admin.call('POST', `/api/orders/${id}/cancel`);
  } else if (did.kind === 'card') {
    await api.pool.query(
      `insert into payments (order_id, provider, provider_payment_id, amount_cents, received_at, is_unplaced, is_test)
       values ($1, 'payfast', $2, $3, $4, true, $5)`,
      [id, randomUUID(), did.cents, now, did.isTest],
    );
    if (!did.isTest) add({ day: today, cents: did.cents });
  } else {
    const payment = (await list())[did.payment];
    if (!payment) return;
    const { status } = await admin.call('POST', `/api/orders/${id}/refund`, {
      id: randomUUID(),
      payment_id: payment.id,
      amount_cents: did.part,
      reason: 'As agreed',
      by_hand: true,
    });
    if (status === 200 && !payment.is_test) add({ day: today, cents: -did.part });
  }
}

/** Periods with their first day, and the first day after them. */
const periods = [
  ['2029-12', '2029-12-01', '2030-01-01'],
  ['2030-01', '2030-01-01', '2030-02-01'],
  ['2030-02', '2030-02-01', '2030-03-01'],
  ['2030-03', '2030-03-01', '2030-04-01'],
  ['2030-q1', '2030-01-01', '2030-04-01'],
  ['2030-q2', '2030-04-01', '2030-07-01'],
  ['tax-2030', '2029-03-01', '2030-03-01'],
  ['tax-2031', '2030-03-01', '2031-03-01'],
  ['2030', '2030-01-01', '2031-01-01'],
] as const;

const toCents = (text: string | undefined) => Math.round(Number(text || '0') * 100);

it('the payments of any period are the closing of the account minus its opening, to the cent', async () => {
  const account = new Map<string, Entry>();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async ({ prices, actions }) => {
      const orders = [];
      for (const price of prices) orders.push(await addOrder(price));
      let at = +new Date('2030-01-20T21:58:37.265Z');
      for (const [did, minutes] of actions) {
        at += minutes * 60_000;
        const now = new Date(at);
        clock.now = now;
        const about = orders[did.order];
        if (about) await play(did, about, { account, now });
      }
      const balanceBefore = (day: string) =>
        [...account.values()]
          .filter((entry) => entry.day < day)
          .reduce((sum, entry) => sum + entry.cents, 0);
      for (const [period, first, next] of periods) {
        const rows = await readFile('payments', period);
        const moved = rows.reduce(
          (sum, row) => sum + toCents(row['Money in (ZAR)']) - toCents(row['Money out (ZAR)']),
          0,
        );
        expect(moved, period).toBe(balanceBefore(next) - balanceBefore(first));
        const sums = await admin.read(`/api/orders/sums?period=${period}`);
        expect(sums.paid_cents - sums.refunded_cents, period).toBe(moved);
        for (const row of rows) {
          seen.add(row['Type'] ?? '');
          if (row['For'] === 'Unallocated') seen.add('unallocated');
          expect((row['Date'] ?? '') >= first && (row['Date'] ?? '') < next).toBe(true);
        }
      }
    }),
    { numRuns: 3, endOnFailure: true, examples: [[withRefund]] },
  );
  expect([...seen].sort()).toEqual(['payment', 'refund', 'unallocated']);
});

describe('the export', () => {
  it('the export of payments has one row for each, with its documents', async () => {
    const { id, reference } = await addOrder(45_001);
    await bookLine(id, 45_001, '2029-12-31');
    const [payment] = (await read(id)).payments;
    await admin.call('POST', `/api/orders/${id}/refund`, {
      id: randomUUID(),
      payment_id: payment?.id,
      amount_cents: 5_001,
      reason: '=As agreed',
      by_hand: true,
    });
    const row = {
      For: 'TP Strategy Course',
      Order: reference,
      Client: 'Zoë O’Neill',
      Method: 'Bank transfer',
    };
    expect(await readFile('payments', '2029-12')).toMatchObject([
      {
        ...row,
        Date: '2029-12-31',
        Type: 'payment',
        'Money in (ZAR)': '450.01',
        'Money out (ZAR)': '',
        Documents: 'RCT-2030-0001',
      },
    ]);
    expect(await readFile('payments', '2030-01')).toMatchObject([
      {
        ...row,
        Type: 'refund',
        'Money in (ZAR)': '',
        'Money out (ZAR)': '50.01',
        Documents: 'CN-2030-0001',
        // Spreadsheets would calculate it.
        Note: "'=As agreed",
      },
    ]);
  });

  it('the export of documents has the receipts and credit notes of its days', async () => {
    const { id, reference } = await addOrder(45_001);
    clock.now = new Date('2030-01-31T22:00:37.265Z');
    await mark(id);
    clock.now = new Date('2030-03-01T07:00:37.265Z');
    await admin.call('POST', `/api/orders/${id}/undo`);
    expect(await readFile('documents', '2030-01')).toEqual([]);
    expect(await readFile('documents', '2030-02')).toMatchObject([
      {
        Issued: '2030-02-01',
        Number: 'RCT-2030-0001',
        Kind: 'receipt',
        'Total (ZAR)': '450.01',
        'VAT (ZAR)': '',
        'Paid or refunded': '2030-02-01',
        Order: reference,
        Name: 'Zoë O’Neill',
        'Test money': 'no',
      },
    ]);
    expect(await readFile('documents', 'tax-2031')).toMatchObject([
      { Number: 'CN-2030-0001', Kind: 'credit note', Corrects: 'RCT-2030-0001' },
    ]);
  });
});
