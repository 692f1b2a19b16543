import { expect, it } from 'vitest';
import { leadContent } from '#domain/lead.ts';
import { leads } from '#server/db/schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

const content = leadContent.parse(contactBody());

it('stores what comes without a script, as a form with a script would', async () => {
  const api = await outage.start();
  await api.services.takeLead(content, visitorWith());
  expect(await outage.db.$count(leads)).toBe(1);
  await expect.poll(outage.mailCount).toBe(1);
  expect(api.journal.listPending()).toEqual([]);
});

it('journals what comes without a script while the database is away, and stores it once', async () => {
  const api = await outage.start();
  await outage.passage.cut();
  await api.services.takeLead(content, visitorWith());
  await expect.poll(outage.mailCount).toBe(1);
  await outage.passage.restore();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  expect(await outage.db.$count(leads)).toBe(1);
  expect(outage.mailCount()).toBe(1);
});

it('refuses too many without a script, and journals none of them', async () => {
  const api = await outage.start({ isLimited: true });
  const take = () => api.services.takeLead(content, visitorWith());
  for (let times = 0; times < 30; times += 1) await take();
  await expect(take()).rejects.toMatchObject({ status: 429 });
  expect(api.journal.listPending()).toEqual([]);
  expect(await outage.db.$count(leads)).toBe(30);
  expect(api.logged()).not.toContain('falling back');
});
