import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { bookingSubmission } from '#features/booking/rules/booking.ts';
import { mailJob } from '#platform/jobs/send-mail.ts';
import { formatRand } from '#rules/money.ts';
import { noticeKey } from '#rules/submission-keys.ts';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlot,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';

sellSessionsToConfirm();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, payfast, takeMails } = site;
const { begin, follow, mark, read, see, settled, untilState } = site;
const bookings = api.services;
const { keepOrders, sendMail } = bookings.jobHandlers;

const visitor = { ipAddress: '192.0.2.1' };
const minute = 60_000;
const at = (minutes: number) => new Date(+openingMorning + minutes * minute);
const pass = (minutes: number) => {
  clock.now = at(minutes);
};

/** Books a session that is paid to confirm. */
async function hold(changes: Record<string, unknown> = {}) {
  const body = sessionBody(changes);
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  const answer = await response.json();
  const { pay_path, manage_path }: Record<'pay_path' | 'manage_path', string> = answer;
  const token = manage_path.split('/').at(-1) ?? '';
  return { id: body.id, order: await follow(pay_path), token, answer };
}

const readBooking = (id: string) => admin.read(`/api/bookings/${id}`);

const listFree = async (slot = tuesdaySlot) => {
  const from = new Date(slot);
  const to = new Date(+from + minute);
  return bookings.listFreeSlots({ from, to, sessionType: '1-on-1 Session' });
};

/** Pays an order by PayFast, and waits until the site has settled it. */
async function pay({ id, reference }: { id: string; reference: string }) {
  await payfast.pay(reference).settled;
  await settled(id);
}

/** The jobs of a kind that wait for their time. */
async function listJobs(where: string) {
  const { rows } = await api.pool.query(
    `select start_after as at, data from pgboss.job where ${where} and state = 'created'`,
  );
  return rows as { at: Date; data: unknown }[];
}

beforeEach(() => api.pool.query(`delete from pgboss.job where name = 'release-hold'`));

describe('a session that is paid to confirm', () => {
  it('a session that is paid to confirm is held for half an hour, and its visitor is asked to pay', async () => {
    const joining = { ...defaults.booking.joining, Zoom: 'https://zoom.example/45001' };
    const value = { ...defaults.booking, joining };
    const saved = await admin.call('PUT', '/api/settings/booking', { version: 0, value });
    expect(saved.status).toBe(200);
    const { id, order, token, answer } = await hold();
    expect(answer).toMatchObject({
      held_until: at(30).toISOString(),
      amount_cents: order.amountCents,
    });
    expect(await readBooking(id)).toMatchObject({
      held_until: at(30).toISOString(),
      paid_at: null,
      cancelled_at: null,
    });
    expect(await read(order.id)).toMatchObject({
      state: 'awaiting',
      expires_at: at(30).toISOString(),
    });
    expect(await bookings.findManagedBooking(token)).toMatchObject({
      state: 'held',
      heldUntil: at(30).toISOString(),
      payLink: { path: order.path, amountCents: order.amountCents },
    });
    expect(await see(order)).toMatchObject({ session: { heldUntil: at(30).toISOString() } });
    expect(await bookings.composeCalendarFile(token)).toBeUndefined();
    expect(await listFree()).toEqual([]);
    const mails = await takeMails();
    const toVisitor = mails.only(visitorAddress).mail;
    expect(toVisitor.subject).toMatch(/^Pay to confirm: 1-on-1 Session, /);
    expect(toVisitor.text).toMatch(/Held until: {5}Monday, 7 January 2030, 3:30 AM/);
    expect(toVisitor.text).toContain(order.path);
    expect(toVisitor.text).toContain(formatRand(order.amountCents));
    expect(toVisitor.attachments).toEqual([]);
    // Not before it is paid.
    expect(toVisitor.html).not.toMatch(/zoom\.example|reminder|Move or cancel/);
    expect(await listJobs(`data ->> 'kind' = 'booking-reminder'`)).toEqual([]);
    const toMentor = mails.only(mentorAddress).mail;
    expect(toMentor.subject).toMatch(/^Session held: Jane Doe, /);
    expect(toMentor.attachments).toEqual([]);
  });

  it('a session that is paid to confirm is confirmed by its payment, with invitations and reminders', async () => {
    const { id, order, token } = await hold();
    await takeMails();
    await begin(order.token, 'payfast');
    await pay(order);
    expect(await readBooking(id)).toMatchObject({
      held_until: null,
      paid_at: at(0).toISOString(),
      payment_reference: order.reference,
    });
    expect(await bookings.findManagedBooking(token)).toMatchObject({
      state: 'changeable',
      heldUntil: null,
    });
    const mails = await takeMails();
    const invited = [visitorAddress, mentorAddress].map((address) =>
      mails.to(address).filter(({ mail }) => mail.attachments.length === 2),
    );
    for (const [mail, ...more] of invited) {
      expect(more).toEqual([]);
      expect(mail && readInvitation(mail)).toMatchObject({ method: 'REQUEST', sequence: 0 });
    }
    expect(await listJobs(`data ->> 'kind' = 'booking-reminder'`)).toHaveLength(2);
    pass(31);
    await bookings.jobHandlers.releaseHold({ bookingId: id });
    await keepOrders();
    expect(await readBooking(id)).toMatchObject({ cancelled_at: null });
  });

  it('a session that is paid to confirm has one reminder before its end, unless it is paid', async () => {
    const [one, other] = [await hold(), await hold({ booking_date: tuesdaySlots[1] })];
    const jobs = await listJobs(`data ->> 'kind' = 'hold-reminder'`);
    expect(jobs.map((job) => job.at)).toEqual([at(20), at(20)]);
    await mark(other.order.id);
    await takeMails();
    pass(20);
    for (let round = 0; round < 2; round += 1)
      for (const { data } of jobs) await sendMail(mailJob.parse(data));
    const { all } = await takeMails();
    expect(all.map(({ mail }) => mail.subject)).toEqual([
      expect.stringMatching(/^Still to pay: 1-on-1 Session, /),
    ]);
    expect(all[0]?.mail.text).toContain(one.order.path);
  });

  it('a session that is paid to confirm is released at its end, and its visitor gets one email', async () => {
    const { id, order, token } = await hold();
    await takeMails();
    pass(29);
    await keepOrders();
    expect(await listFree()).toEqual([]);
    pass(30);
    // Its job may be late.
    expect(await listFree()).toEqual([new Date(tuesdaySlot)]);
    expect(await bookings.findManagedBooking(token)).toMatchObject({ state: 'released' });
    await keepOrders();
    await bookings.jobHandlers.releaseHold({ bookingId: id });
    expect(await readBooking(id)).toMatchObject({ cancelled_at: at(30).toISOString() });
    expect((await read(order.id)).state).toBe('cancelled');
    expect(await see(order)).toMatchObject({ isPayable: false });
    expect(await bookings.findManagedBooking(token)).toMatchObject({ state: 'released' });
    const { all } = await takeMails();
    expect(all.map(({ mail }) => mail.subject)).toEqual([
      expect.stringMatching(/^Not paid in time: 1-on-1 Session, /),
    ]);
    expect(all[0]?.mail.attachments).toEqual([]);
    const { items } = await admin.read(`/api/bookings/${id}/history`);
    expect(items).toMatchObject([{ kind: 'change', change: { by: 'site' } }, { kind: 'booked' }]);
  });

  it('a session that is paid to confirm is marked as paid by the mentor, which confirms it', async () => {
    const [one, other] = [await hold(), await hold({ booking_date: tuesdaySlots[1] })];
    expect((await mark(one.order.id)).status).toBe(200);
    const { version } = await readBooking(other.id);
    const body = { version, is_paid: true, payment_reference: 'cash' };
    expect((await admin.call('PUT', `/api/bookings/${other.id}/payment`, body)).status).toBe(200);
    for (const { id, order } of [one, other]) {
      expect(await readBooking(id)).toMatchObject({ held_until: null });
      expect((await read(order.id)).state).toBe('paid');
    }
  });

  it('a session that is paid to confirm is cancelled with its order by its visitor and by the mentor', async () => {
    const [one, other] = [await hold(), await hold({ booking_date: tuesdaySlots[1] })];
    await takeMails();
    await bookings.cancelBooking({ id: one.id }, visitor);
    const told = { version: 1, message: null };
    const path = `/api/bookings/${other.id}/cancellation`;
    expect((await admin.call('PUT', path, told)).status).toBe(200);
    for (const { order } of [one, other]) expect((await read(order.id)).state).toBe('cancelled');
    expect(await listFree()).toEqual([new Date(tuesdaySlot)]);
    const mails = await takeMails();
    // No invitation was sent.
    expect(mails.all.flatMap(({ mail }) => mail.attachments)).toEqual([]);
    expect(await bookings.findManagedBooking(one.token)).toMatchObject({ state: 'cancelled' });
  });

  it('a session that is paid to confirm is not moved before it is paid', async () => {
    const { id } = await hold();
    const startsAt = new Date(tuesdaySlots[1] ?? '');
    await expect(bookings.moveBooking({ id, startsAt }, visitor)).rejects.toMatchObject({
      code: 'booking-closed',
    });
    const body = { version: 1, booking_date: startsAt.toISOString(), message: null };
    const answer = await admin.call('PUT', `/api/bookings/${id}/time`, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'booking-closed' } });
  });

  it('a session that is paid to confirm is confirmed immediately when the mentor books it, and can still be paid', async () => {
    const { notes: _, time_zone: __, ...body } = sessionBody();
    expect((await admin.call('POST', '/api/bookings/by-mentor', body)).status).toBe(201);
    expect(await readBooking(body.id)).toMatchObject({ held_until: null });
    const { items } = await admin.read('/api/orders');
    expect(items).toMatchObject([{ booking_id: body.id, state: 'awaiting' }]);
  });

  it('a session that is paid to confirm is not held if the mentor was invited to it during an outage', async () => {
    const body = sessionBody();
    const { id, ...content } = bookingSubmission.parse(body);
    await api.journal.markMailed(noticeKey({ kind: 'booking', id, content }));
    await hold(body);
    expect(await readBooking(id)).toMatchObject({ held_until: null });
  });
});

/** Sends concurrent requests for one slot and expects one success. */
async function expectOneOf(count: number) {
  const book = () =>
    api.post('/api/bookings', sessionBody({ email: `${randomUUID()}@example.com` }));
  const answers = await Promise.all(Array.from({ length: count }, book));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array(count - 1).fill(409)]);
}

describe('a slot', () => {
  it('requested by 200 people at the same time is held for one of them', async () => {
    await expectOneOf(200);
    const { items } = await admin.read('/api/orders');
    expect(items).toHaveLength(1);
  });

  it('a slot whose hold is over is given to one of several requests before its job runs', async () => {
    const { id, order } = await hold();
    pass(30);
    await expectOneOf(20);
    expect(await readBooking(id)).toMatchObject({ cancelled_at: at(30).toISOString() });
    expect((await read(order.id)).state).toBe('cancelled');
  });

  it.each([true, false])(
    'a slot is not sold twice: late money is unallocated (taken: %s)',
    async (taken) => {
      const { id, order } = await hold();
      await begin(order.token, 'payfast');
      pass(31);
      await keepOrders();
      const next = taken ? await hold({ email: 'next@example.com' }) : undefined;
      await takeMails();
      await pay(order);
      expect(await read(order.id)).toMatchObject({
        state: 'cancelled',
        paid_cents: 0,
        has_unallocated: true,
        payments: [{ is_unallocated: true, amount_cents: order.amountCents }],
        documents: [],
      });
      expect(await readBooking(id)).toMatchObject({
        paid_at: null,
        cancelled_at: expect.anything(),
      });
      if (next) expect((await read(next.order.id)).state).toBe('awaiting');
      else expect(await listFree()).toEqual([new Date(tuesdaySlot)]);
      const { unallocated } = await admin.read('/api/orders/problems');
      expect(unallocated).toMatchObject([{ id: order.id }]);
      const { all } = await takeMails();
      expect(all.map(({ mail }) => mail.subject).toSorted()).toEqual([
        `Unallocated payment: ${order.reference}`,
        `We have your R1 000: ${order.reference}`,
      ]);
    },
  );
});

it.each(['payment', 'release'])(
  'a payment at the end of a hold is unallocated, even if it races the release, the %s first',
  async (first) => {
    for (let round = 0; round < 10; round += 1) {
      clock.now = openingMorning;
      const { id, order } = await hold({ email: `${randomUUID()}@example.com` });
      pass(30);
      const works = [
        () => mark(order.id),
        () => bookings.jobHandlers.releaseHold({ bookingId: id }),
      ];
      if (first === 'release') works.reverse();
      await Promise.all(works.map((work) => work()));
      expect(await read(order.id)).toMatchObject({
        state: 'cancelled',
        paid_cents: 0,
        payments: [{ is_unallocated: true }],
      });
      expect(await readBooking(id)).toMatchObject({
        paid_at: null,
        held_until: at(30).toISOString(),
        cancelled_at: expect.anything(),
      });
    }
  },
);

it('a held slot is offered again after its end, by a job that is due a second later', async () => {
  clock.now = undefined;
  const [slot] = await bookings.listFreeSlots({
    from: new Date(Date.now() + 3 * 24 * 60 * minute),
    to: new Date(Date.now() + 20 * 24 * 60 * minute),
    sessionType: '1-on-1 Session',
  });
  const { id, order } = await hold({ booking_date: slot?.toISOString() });
  const [job] = await listJobs(`name = 'release-hold'`);
  expect(+(job?.at ?? 0) - Date.parse((await readBooking(id)).held_until)).toBe(1_000);
  const end = new Date(Date.now() + 1_000);
  await api.pool.query('update bookings set held_until = $1 where id = $2', [end, id]);
  await api.db.transaction((transaction) => api.jobs.releaseHold(transaction, id, end));
  await untilState(order.id, 'cancelled');
  expect(await listFree(slot?.toISOString())).toEqual([slot]);
});
