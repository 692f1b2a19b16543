import { beforeEach, expect, it } from 'vitest';
import { user } from '#platform/db/schema/account-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import type { TestApi } from '#tests/support/api.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();
const hourMs = 3_600_000;

/**
 * How far the sites' clock is ahead, in milliseconds, and the free space on their disks, in bytes.
 */
let aheadMs: number;
let freeBytes: number;

beforeEach(() => {
  aheadMs = 0;
  freeBytes = 500e9;
});

const start = (options: Parameters<typeof outage.start>[0] = {}) =>
  outage.start({
    now: () => new Date(Date.now() + aheadMs),
    readFreeBytes: async () => freeBytes,
    ...options,
  });

const look = ({ services }: TestApi) => services.alerts.look();

const subjects = () => outage.receiver.received.map(({ mail }) => mail.subject);

/** Waits until every queued mail has been sent. */
const untilMailed = (count: number) =>
  expect
    .poll(async () => {
      const rows = await outage.db.select().from(mailDeliveries);
      return rows.every(({ status }) => status !== 'queued') && outage.mailCount();
    })
    .toBe(count);

/** Makes the alerts that were sent one day older. */
async function letADayPass(): Promise<void> {
  aheadMs += 24 * hourMs + 1_000;
  await outage.db.execute(
    `update mail_deliveries set created_at = created_at - interval '24 hours 1 second'`,
  );
}

it('notifies the mentor once a day, no matter how many processes detect the problem', async () => {
  const sites = [await start(), await start()];
  freeBytes = 300e6;
  for (let round = 0; round < 3; round += 1) await Promise.all(sites.map(look));
  await untilMailed(1);
  const [first] = outage.receiver.received;
  expect(first?.envelope.to).toEqual(['mentor@timevsprice.test']);
  expect(first?.mail.subject).toBe('The disk is nearly full: Time vs Price');
  expect(first?.mail.text).toContain('0.3 GB left');

  await letADayPass();
  for (let round = 0; round < 2; round += 1) await Promise.all(sites.map(look));
  await untilMailed(2);
});

it('stops when a problem is over, and sends no second mail on the same day', async () => {
  const site = await start();
  const raised = () => site.services.alerts.list().filter(({ isRaised }) => isRaised);
  freeBytes = 300e6;
  await look(site);
  expect(raised()).toEqual([{ kind: 'disk', isRaised: true }]);
  freeBytes = 500e9;
  await look(site);
  expect(raised()).toEqual([]);
  freeBytes = 300e6;
  await look(site);
  expect(raised()).toEqual([{ kind: 'disk', isRaised: true }]);
  await untilMailed(1);

  freeBytes = 500e9;
  await letADayPass();
  await look(site);
  await untilMailed(1);
});

it('reports undeliverable mail, unless the mail was an alert', async () => {
  const site = await start();
  const giveUp = (key: string) =>
    outage.db
      .insert(mailDeliveries)
      .values({ key, recipient: 'jane@example.com', subject: 'A', status: 'failed' });
  await giveUp('alert:disk:2026-11-23');
  await look(site);
  await giveUp('booking:1:visitor-booked');
  await giveUp('booking:2:visitor-booked');
  await look(site);
  await untilMailed(1);
  expect(outage.receiver.received[0]?.mail.text).toContain('2 emails from your website');

  // One alert is enough, although the failures count for an hour longer than the day between two
  // alerts.
  await letADayPass();
  await outage.db.execute(
    `update mail_deliveries set updated_at = updated_at - interval '24 hours 1 second' where status = 'failed'`,
  );
  await look(site);
  expect(site.services.alerts.list()).toContainEqual({ kind: 'mail', isRaised: true });
  await untilMailed(1);
  await giveUp('booking:3:visitor-booked');
  await look(site);
  await untilMailed(2);
});

it('sends one mail for each kind of problem', async () => {
  const site = await start();
  await outage.db.insert(user).values({ name: 'Mentor', email: 'mentor@timevsprice.test' });
  freeBytes = 300e6;
  aheadMs = 49 * hourMs;
  await look(site);
  await untilMailed(2);
  expect(subjects().toSorted()).toEqual([
    'The disk is nearly full: Time vs Price',
    'Your backup is out of date: Time vs Price',
  ]);
});

it('sends mail directly while the database is unavailable, and records it later', async () => {
  const sites = [await start({ isAlone: true }), await start({ isAlone: true })] as const;
  await outage.passage.cut();
  // The automatic answer is not sent to this mailbox.
  await sites[0].post('/contact.php', contactBody({ email: 'no-reply@example.com' }));
  await expect.poll(subjects).toHaveLength(1);
  aheadMs = 16 * 60_000;
  await look(sites[0]);
  await look(sites[0]);
  expect(subjects().slice(1)).toEqual(['Messages are waiting to be saved: Time vs Price']);

  freeBytes = 300e6;
  await look(sites[0]);
  expect(subjects().slice(2)).toEqual(['The disk is nearly full: Time vs Price']);
  await outage.passage.restore();
  for (const { app } of sites) {
    await expect.poll(async () => (await app.request('/readyz')).status).toBe(200);
  }
  // The process that sent the mail records it, so that the other one does not send it again.
  const recorded = () => outage.listDeliveries('alert:disk');
  await expect.poll(() => look(sites[0]).then(recorded)).toHaveLength(1);
  await look(sites[1]);
  await untilMailed(3);
});

it('sends no mail if the operator disabled it, but still lists the problem', async () => {
  const site = await start({ hasAlertMails: false });
  freeBytes = 300e6;
  await look(site);
  expect(site.services.alerts.list()).toContainEqual({ kind: 'disk', isRaised: true });
  expect(await outage.db.select().from(mailDeliveries)).toEqual([]);
});
