import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import type { OrderDetails } from '#features/billing/ui/admin/use-orders.ts';
import { callWith, enrolAuthenticator, mentor, toCookie } from '#tests/support/accounts.ts';
import type { TestApi } from '#tests/support/api.ts';
import { showNextCode } from '#tests/support/authenticator.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { inquiryBody } from '#tests/support/orders.ts';
import { startPayfastDouble } from '#tests/support/payfast-double.ts';
import { samplePdf, sampleVideo } from '#tests/support/sample-files.ts';
import { openTestSite, untilMailed } from '#tests/support/site.ts';
import { createTusClient } from '#tests/support/tus-client.ts';

/*
 * The two processes share a database, a bucket and a mail server. Each has its own data folder and
 * memory.
 */

const objects = await mkdtemp(path.join(tmpdir(), 'objects-'));
const store = await startObjectStore(objects);
const payfast = await startPayfastDouble();
const site = await openTestSite({
  environment: payfast.env,
  objectStorage: store.config,
  now: openingMorning,
  trustedProxies: 1,
  isLimited: true,
});
const { api, admin, receiver } = site;
const { cookie } = admin;
let sites: [one: TestApi, other: TestApi];

beforeEach(async () => {
  sites = [api, await site.startAnother()];
});
afterAll(async () => {
  await payfast.close();
  await store.close();
  await rm(objects, { recursive: true, force: true });
});

let nextHost = 0;
/** The headers of a visitor at an address that no other test uses. */
const newVisitor = () => {
  nextHost += 1;
  return { 'X-Forwarded-For': `198.51.${Math.floor(nextHost / 250)}.${(nextHost % 250) + 1}` };
};

const call = (index: 0 | 1, method: string, address: string, body?: unknown) =>
  callWith(sites[index], cookie)(method, address, body);

const mailIds = () => receiver.received.map(({ mail }) => mail.messageId);

describe('accounts', () => {
  it('accept a session of the other process until it signs out', async () => {
    const signedIn = await sites[0].post('/api/auth/sign-in/email', mentor, newVisitor());
    const own = toCookie(signedIn.headers.getSetCookie());
    const [one, other] = [callWith(sites[0], own), callWith(sites[1], own)];
    expect((await other('GET', '/api/leads')).status).toBe(200);
    expect((await other('POST', '/api/auth/sign-out', {})).ok).toBe(true);
    expect((await one('GET', '/api/leads')).status).toBe(401);
  });
});

describe('submissions', () => {
  it('submissions count towards one limit', async () => {
    const visitor = newVisitor();
    const statuses: number[] = [];
    for (let sent = 0; sent < 32; sent += 1) {
      const site = sites[sent % 2 === 0 ? 0 : 1];
      statuses.push((await site.post('/api/leads', contactBody(), visitor)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(201), 429, 429]);
    await untilMailed(api);
  });

  it('submissions become one row and one notice when the notification reaches the other process', async () => {
    const body = contactBody({ email: 'no-reply@example.com' });
    const visitor = newVisitor();
    expect((await sites[0].post('/api/leads', body, visitor)).status).toBe(201);
    expect((await sites[1].post('/contact.php', body, visitor)).status).toBe(200);
    const { rows } = await sites[0].pool.query('select 1 from leads where id = $1', [body.id]);
    expect(rows).toHaveLength(1);
    await untilMailed(api);
    expect(mailIds().filter((id) => id?.includes(body.id))).toHaveLength(1);
  });

  it('submissions are mailed once, whichever process takes the job', async () => {
    const bodies = Array.from({ length: 12 }, () => contactBody({ email: 'no-reply@example.com' }));
    await Promise.all(
      bodies.map((body, index) =>
        sites[index % 2 === 0 ? 0 : 1].post('/api/leads', body, newVisitor()),
      ),
    );
    await untilMailed(api);
    for (const { id } of bodies) {
      expect(mailIds().filter((found) => found?.includes(id))).toHaveLength(1);
    }
  });
});

describe('bookings', () => {
  it('give one time to only one of many visitors', async () => {
    const [slot] = tuesdaySlots;
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const body = sessionBody({ email: `${randomUUID()}@example.com`, booking_date: slot });
        const site = sites[index % 2 === 0 ? 0 : 1];
        return (await site.post('/api/bookings', body, newVisitor())).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('bookings that are held are confirmed or released by either process, and go to one', async () => {
    const { version } = await (await call(0, 'GET', '/api/settings/offers')).json();
    const mentorshipOptions = defaults.offers.mentorshipOptions.map((option) =>
      option.priceCents === null ? option : { ...option, payment: 'confirm' },
    );
    const value = { ...defaults.offers, mentorshipOptions };
    expect((await call(0, 'PUT', '/api/settings/offers', { version, value })).status).toBe(200);
    const isToConfirm = async () =>
      (await sites[1].settings.read()).offers.mentorshipOptions[1]?.payment;
    await expect.poll(isToConfirm).toBe('confirm');
    const rush = () =>
      Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const body = sessionBody({ email: `${randomUUID()}@example.com` });
          const site = sites[index % 2 === 0 ? 0 : 1];
          return (await site.post('/api/bookings', body, newVisitor())).status;
        }),
      );
    const oneOfTwenty = [201, ...Array(19).fill(409)];
    const readOrders = async () => (await (await call(0, 'GET', '/api/orders')).json()).items;

    expect((await rush()).toSorted()).toEqual(oneOfTwenty);
    site.clock.now = new Date(+openingMorning + 30 * 60_000);
    expect((await rush()).toSorted()).toEqual(oneOfTwenty);
    const [{ id, booking_id }, released] = await readOrders();
    expect(released.state).toBe('cancelled');

    site.clock.now = new Date(+openingMorning + 60 * 60_000);
    await Promise.all([
      call(0, 'POST', `/api/orders/${id}/paid`, { note: null }),
      call(1, 'POST', `/api/orders/${id}/paid`, { note: null }),
      sites[0].services.jobHandlers.releaseHold({ bookingId: booking_id }),
      sites[1].services.jobHandlers.releaseHold({ bookingId: booking_id }),
    ]);
    const [{ state }] = await readOrders();
    const booking = await (await call(1, 'GET', `/api/bookings/${booking_id}`)).json();
    const isConfirmed = booking.held_until === null && booking.cancelled_at === null;
    expect([state, isConfirmed]).toEqual(state === 'paid' ? ['paid', true] : ['cancelled', false]);
    await untilMailed(api);
  });
});

describe('payments', () => {
  it('payments are settled once, whichever process receives them or runs the job', async () => {
    const { notify, id, untilPaid } = await orderAndPay();
    await Promise.all(Array.from({ length: 20 }, (_, index) => notify(index % 2 === 0 ? 0 : 1)));
    const marks = await Promise.all(
      ([0, 1] as const).map((index) =>
        call(index, 'POST', `/api/orders/${id}/paid`, { note: null }),
      ),
    );
    expect(marks.map(({ status }) => status)).toEqual([200, 200]);
    const { state, documents, payments } = await untilPaid();
    expect([state, documents.length]).toEqual(['paid', 1]);
    const placed = payments.filter(({ is_unallocated }) => !is_unallocated);
    expect(placed).toHaveLength(1);
    await untilMailed(api);
    // The mentor gets no mail about what they have marked themselves.
    const receipts = placed[0]?.provider === 'payfast' ? 2 : 1;
    expect(mailIds().filter((found) => found?.includes('RCT-'))).toHaveLength(receipts);
  });

  /** Makes an order that a PayFast on this machine says is paid for. */
  async function orderAndPay() {
    const answer = await sites[0].post('/api/leads', inquiryBody(), newVisitor());
    const { pay_path: path } = await answer.json();
    const token = path.split('/').at(-1);
    const choice = { token, provider: 'payfast', startNow: false } as const;
    const start = await sites[1].services.payments.startPayment(choice, { ipAddress: '192.0.2.7' });
    if (start.kind !== 'form') throw new Error('PayFast is paid by a form');
    await payfast.open(start);
    const { body } = payfast.pay(start.transactionReference);
    const { items } = await (await call(0, 'GET', '/api/orders')).json();
    const [{ id }] = items;
    const read = async (): Promise<OrderDetails> =>
      (await call(1, 'GET', `/api/orders/${id}`)).json();
    return {
      id,
      notify: (index: 0 | 1) =>
        sites[index].app.request('/api/payments/payfast', { method: 'POST', body }),
      async untilPaid() {
        await expect.poll(async () => (await read()).notifications[0]?.state).toBe('accepted');
        return read();
      },
    };
  }
});

describe('what the mentor changes', () => {
  it('what the mentor changes is a setting of both processes', async () => {
    const before = await (await call(0, 'GET', '/api/settings/site')).json();
    const name = `Gold ${randomUUID().slice(0, 8)}`;
    const body = { version: before.version, value: { ...before.value, name } };
    expect((await call(0, 'PUT', '/api/settings/site', body)).status).toBe(200);
    await expect.poll(async () => (await sites[1].settings.read()).site.name).toBe(name);
  });

  it('replaces the cached pages of both processes', async () => {
    const readFeed = async (index: 0 | 1) =>
      (await sites[index].fetch(new Request('http://localhost/feed.xml'))).text();
    await Promise.all([readFeed(0), readFeed(1)]);
    const title = `Post ${randomUUID()}`;
    const post = { id: randomUUID(), title, content: 'Words', date: '2030-01-01' };
    expect((await call(0, 'POST', '/api/blog_posts', post)).status).toBe(201);
    for (const index of [0, 1] as const) {
      await expect.poll(() => readFeed(index)).toContain(title);
    }
  });
});

describe('files', () => {
  const uploadTo = (choose: () => TestApi) =>
    createTusClient(async (address, init) =>
      choose().app.request(address, { ...init, headers: { ...init.headers, Cookie: cookie } }),
    );

  it('files are uploaded in parts to both processes and finished once', async () => {
    let turn = 0;
    const tus = uploadTo(() => sites[turn++ % 2 === 0 ? 0 : 1]);
    const content = sampleVideo(300_000);
    const started = await tus.begin(content.length, { kind: 'video', filename: 'lesson.mp4' });
    const address = started.headers.get('Location') ?? '';
    for (let offset = 0; offset < content.length; offset += 100_000) {
      const part = content.subarray(offset, offset + 100_000);
      expect((await tus.patch(address, offset, part)).status).toBe(204);
    }
    const finished = await Promise.all([tus.finish(address), tus.finish(address)]);
    const urls = await Promise.all(finished.map(async (answer) => (await answer.json()).url));
    expect(new Set(urls).size).toBe(1);
    const served = await call(turn % 2 === 0 ? 0 : 1, 'GET', urls[0]);
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
  });

  it('files are served and deleted by either process', async () => {
    const answer = await uploadTo(() => sites[0]).upload(samplePdf(), {
      kind: 'freebie',
      filename: 'guide.pdf',
    });
    const { url } = await answer.json();
    const record = { id: randomUUID(), title: 'Guide', file_url: url };
    expect((await call(1, 'POST', '/api/freebies', record)).status).toBe(201);
    expect((await call(1, 'GET', url)).status).toBe(200);
    for (const address of [`/api/freebies/${record.id}`, `/api/trash/freebies/${record.id}`])
      expect((await call(0, 'DELETE', address)).status).toBe(204);
    expect((await sites[1].app.request(url)).status).toBe(404);
  });
});

it('counts a visit once when the visitor reaches both processes', async () => {
  const visit = (site: TestApi, page: string) =>
    site.app.request(`/api/visits?page=${page}`, {
      method: 'POST',
      headers: {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        'X-Forwarded-For': '203.0.113.9',
      },
    });
  await visit(sites[0], '/');
  await sites[0].services.visits.write();
  await visit(sites[1], '/about');
  await sites[1].services.visits.write();
  const { rows } = await sites[0].pool.query(
    `select sum(visits)::int as visits from visit_sums where kind = 'all'`,
  );
  expect(rows[0].visits).toBe(1);
});

it('accepts an authenticator code once, at either of two processes', async () => {
  const { secret } = await enrolAuthenticator(sites[0]);
  const code = showNextCode(secret);
  const answers = await Promise.all(
    sites.map(async (site) => {
      const signedIn = await site.post('/api/auth/sign-in/email', mentor, newVisitor());
      const own = toCookie(signedIn.headers.getSetCookie());
      return (await callWith(site, own)('POST', '/api/auth/challenge', { code })).status;
    }),
  );
  expect(answers.toSorted()).toEqual([200, 401]);
});
