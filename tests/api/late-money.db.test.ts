import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mentorAddress } from '#tests/support/api.ts';
import { openingMorning, sessionBody } from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import type { PlacedOrder } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { toBooking, withStatements } from '#tests/support/statements.ts';

sellSessionsToConfirm();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, takeMails, begin, follow, mark, order, read, settled } = site;
const { propose, bookLines } = withStatements(site);
const { keepOrders } = api.services.jobHandlers;

const pass = (minutes: number) => {
  clock.now = new Date(+openingMorning + minutes * 60_000);
};
const toRand = (cents: number) => (cents / 100).toFixed(2);

/** Books a session that is paid to confirm. Returns its order. */
async function hold(): Promise<PlacedOrder> {
  const response = await api.post('/api/bookings', sessionBody());
  expect(response.status).toBe(201);
  return follow((await response.json()).pay_path);
}

/** Orders that no longer take money: how each is made and closed, and the mentor's text about it. */
const closed = {
  released: {
    make: hold,
    async close() {
      pass(31);
      await keepOrders();
    },
    words: 'The deadline to pay for this session has passed.',
    toBuyer: 'We have your R1 000. Your time was gone; choose another time, or we refund you.',
  },
  'for a session whose hold has just ended': {
    make: hold,
    close: async () => pass(30),
    words: 'The deadline to pay for this session has passed.',
    toBuyer: 'We have your R1 000. Your time was gone; choose another time, or we refund you.',
  },
  cancelled: {
    make: order,
    close: ({ id }: PlacedOrder) => admin.call('POST', `/api/orders/${id}/cancel`),
    words: 'This order was cancelled.',
    toBuyer:
      'We have your R2 000. This order was cancelled; tell us if you still want it, or we refund you.',
  },
  expired: {
    make: order,
    async close() {
      pass(8 * 24 * 60);
      await keepOrders();
    },
    words: 'This order has expired.',
    toBuyer:
      'We have your R2 000. This order had expired; tell us if you still want it, or we refund you.',
  },
};
type Closed = keyof typeof closed;

/** Those for a session, which costs R1 000. */
const heldKinds = { released: true, 'for a session whose hold has just ended': true };

async function makeClosed(kind: Closed) {
  const placed = await closed[kind].make();
  await begin(placed.token, 'payfast');
  await closed[kind].close(placed);
  await takeMails();
  return placed;
}

/** The ways in which money arrives. */
const ways = {
  async notification({ id, reference }: PlacedOrder) {
    await payfast.pay(reference).settled;
    expect(await settled(id)).toMatchObject([{ state: 'accepted' }]);
  },
  async statement({ reference, amountCents }: PlacedOrder) {
    const proposal = await propose([[toRand(amountCents), reference]]);
    expect(proposal.proposed).toHaveLength(1);
    const booked = await bookLines(toBooking(proposal));
    expect(booked).toMatchObject({
      paid: [],
      unallocated: [expect.any(String)],
      left: [],
    });
  },
  async mark({ id }: PlacedOrder) {
    expect((await mark(id)).status).toBe(200);
  },
};
type Way = keyof typeof ways;

const cases = (Object.keys(closed) as Closed[]).flatMap((kind) =>
  (Object.keys(ways) as Way[])
    // The mentor may still accept an expired order.
    .filter((way) => kind !== 'expired' || way !== 'mark')
    .map((way) => [kind, way] as const),
);

describe('money for an order that no longer takes any', () => {
  it.each(cases)(
    'money for an order that no longer takes any is unallocated and can be refunded: %s, by %s',
    async (kind, way) => {
      const placed = await makeClosed(kind);
      await ways[way](placed);
      const found = await read(placed.id);
      expect(found).toMatchObject({
        paid_cents: 0,
        paid_at: null,
        has_unallocated: true,
        documents: [],
        payments: [{ is_unallocated: true, amount_cents: placed.amountCents }],
      });
      expect(found.state).not.toBe('paid');
      if (found.booking_id) {
        expect(await admin.read(`/api/bookings/${found.booking_id}`)).toMatchObject({
          paid_at: null,
          held_until: expect.any(String),
        });
      }
      const listed = [
        (await admin.read('/api/orders/problems')).unallocated,
        (await admin.read('/api/orders?view=unallocated')).items,
      ];
      for (const items of listed) expect(items).toMatchObject([{ id: placed.id }]);
      // The mentor gets an email only about money that they have not entered.
      const mails = (await takeMails()).all.map(({ mail }) => mail);
      const told = mails.find(({ subject }) => subject?.startsWith('We have your R'));
      expect(told?.subject).toBe(
        `We have your ${kind in heldKinds ? 'R1 000' : 'R2 000'}: ${placed.reference}`,
      );
      expect(told?.text?.replaceAll('\u00A0', ' ')).toContain(closed[kind].toBuyer);
      expect(told?.text).toContain(placed.path);
      expect(mails.filter((mail) => mail !== told).map(({ subject }) => subject)).toEqual(
        way === 'notification' ? [`Unallocated payment: ${placed.reference}`] : [],
      );

      const refunded = await admin.call('POST', `/api/orders/${placed.id}/refund`, {
        id: randomUUID(),
        payment_id: found.payments[0]?.id,
        amount_cents: placed.amountCents,
        reason: 'Too late',
        by_hand: true,
      });
      // An order whose hold has ended is released by whatever runs next.
      expect(refunded.body).toMatchObject({
        state: expect.stringMatching(/^(awaiting|expired|cancelled)$/),
        has_unallocated: false,
        documents: [],
      });
      const [sentBack] = (await takeMails()).all;
      expect(sentBack?.mail.subject).toMatch(/^We refunded R[12] 000: TP-/);
      expect(await site.see(placed)).toMatchObject({
        unallocatedCents: 0,
        returnedCents: placed.amountCents,
        decision: null,
      });
    },
  );

  it.each(Object.keys(closed) as Closed[])(
    'money for an order that no longer takes any is not asked for: %s',
    async (kind) => {
      const placed = await makeClosed(kind);
      expect(await site.see(placed)).toMatchObject({ isPayable: false });
      await expect(begin(placed.token, 'payfast')).rejects.toMatchObject({ code: 'order-closed' });
    },
  );
});

describe('a line of a statement', () => {
  it.each(Object.keys(closed) as Closed[])(
    'a line of a statement says that its money would be unallocated: %s',
    async (kind) => {
      const { reference, amountCents } = await makeClosed(kind);
      const { proposed } = await propose([[toRand(amountCents), reference]]);
      const warning = `${closed[kind].words} The payment will be unallocated.`;
      expect(proposed).toMatchObject([{ order: { reference, warning } }]);
    },
  );

  it('a line of a statement says nothing about an order that takes its money', async () => {
    const { reference, amountCents } = await order();
    const { proposed } = await propose([[toRand(amountCents), reference]]);
    expect(proposed).toHaveLength(1);
    expect(proposed[0]?.order).not.toHaveProperty('warning');
  });

  it('a line of a statement needs a check if its order already has unallocated money', async () => {
    const { id, reference, amountCents } = await makeClosed('cancelled');
    await mark(id);
    const line: [string, string] = [toRand(amountCents), reference];
    const { proposed, recorded, suggested } = await propose([line, line]);
    expect(proposed).toEqual([]);
    // One of the two is the payment that was marked.
    expect(recorded).toMatchObject([{ reference }]);
    expect(suggested).toMatchObject([{ note: 'This order already has an unallocated payment.' }]);
  });
});

describe('an unallocated payment that the mentor has marked', () => {
  it('an unallocated payment that the mentor has marked is stored once, and can be undone', async () => {
    const { id } = await makeClosed('released');
    await Promise.all([1, 2, 3, 4, 5].map(() => mark(id)));
    expect((await read(id)).payments).toHaveLength(1);
    const undone = await admin.call('POST', `/api/orders/${id}/undo`);
    expect(undone.body).toMatchObject({
      state: 'cancelled',
      has_unallocated: false,
      documents: [],
      payments: [{ undone_at: expect.any(String) }],
    });
    expect(await admin.read('/api/orders/counts')).toMatchObject({ unallocated: 0 });
  });

  it('an unallocated payment that the mentor has marked leaves its cancelled booking unpaid', async () => {
    const { id } = await makeClosed('released');
    const path = `/api/bookings/${(await read(id)).booking_id}`;
    const { version } = await admin.read(path);
    const body = { version, is_paid: true, payment_reference: 'cash' };
    const answer = await admin.call('PUT', `${path}/payment`, body);
    expect(answer).toMatchObject({ status: 200, body: { paid_at: null, version } });
    expect((await read(id)).payments).toMatchObject([{ is_unallocated: true, note: 'cash' }]);
  });
});

it.each(['notification', 'statement'] as const)(
  'unallocated money of an expired order pays for it when the mentor says so, by %s',
  async (way) => {
    const placed = await makeClosed('expired');
    await ways[way](placed);
    await takeMails();
    await Promise.all([1, 2, 3].map(() => mark(placed.id)));
    expect(await read(placed.id)).toMatchObject({
      state: 'paid',
      has_unallocated: false,
      paid_cents: placed.amountCents,
      payments: [{ is_unallocated: false }],
      documents: [{ kind: 'receipt' }],
    });
    const { all } = await takeMails();
    expect(all.map(({ mail }) => mail.subject)).toEqual([`Payment received: ${placed.reference}`]);
  },
);

describe('the buyer decides about money that came late', () => {
  const visitor = { ipAddress: '192.0.2.7' };
  const choose = ({ token }: PlacedOrder, choice: 'another-time' | 'keep' | 'refund') =>
    api.services.payments.chooseForMoney({ token, choice }, visitor);

  it('the buyer decides about money that came late and the mentor reads it, by email and in Money', async () => {
    const placed = await makeClosed('released');
    await ways.notification(placed);
    await takeMails();
    expect(await site.see(placed)).toMatchObject({
      decision: { choices: ['another-time', 'refund'], canRebook: true, chosen: null },
    });
    await choose(placed, 'refund');
    await choose(placed, 'refund');
    const { mail } = (await takeMails()).only(mentorAddress);
    expect(mail.subject).toBe(`A client decided about R1 000: ${placed.reference}`);
    expect(mail.text).toContain('The client: Wants a refund');
    const chosen = { money_choice: 'refund', money_choice_at: clock.now?.toISOString() };
    expect(await read(placed.id)).toMatchObject(chosen);
    expect((await admin.read('/api/orders/problems')).unallocated).toMatchObject([chosen]);
    expect(await site.see(placed)).toMatchObject({ decision: { chosen: { choice: 'refund' } } });

    await choose(placed, 'another-time');
    expect((await takeMails()).only(mentorAddress).mail.text).toContain('Wants another time');
    expect(await read(placed.id)).toMatchObject({ money_choice: 'another-time' });
  });

  it('but only as their order allows', async () => {
    const placed = await makeClosed('cancelled');
    await expect(choose(placed, 'refund')).rejects.toMatchObject({ code: 'order-closed' });
    await ways.mark(placed);
    await expect(choose(placed, 'another-time')).rejects.toMatchObject({ code: 'order-closed' });
    await choose(placed, 'keep');
    expect(await read(placed.id)).toMatchObject({ money_choice: 'keep' });
  });

  it('the buyer decides about money that came late again when other money arrives', async () => {
    const placed = await makeClosed('cancelled');
    await ways.notification(placed);
    await choose(placed, 'keep');
    await payfast.pay(placed.reference).settled;
    await settled(placed.id);
    expect(await read(placed.id)).toMatchObject({ money_choice: null, money_choice_at: null });
  });
});
