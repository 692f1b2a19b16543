import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leadSubmission } from '#features/leads/rules/lead.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, receiver } = await openTestSite();

const countJobs = async () => {
  const jobs = sql`select from pgboss.job where data ->> 'kind' = 'lead-notice'`;
  return (await api.db.execute(jobs)).rows.length;
};

it('queues the email of a repeated lead only once', async () => {
  receiver.behave('refuse');
  const body = contactBody();
  for (let times = 0; times < 2; times += 1) {
    expect((await api.post('/api/leads', body)).status).toBe(201);
  }
  expect(await api.db.select().from(mailDeliveries)).toMatchObject([{ status: 'queued' }]);
  expect(await countJobs()).toBe(1);
});

it('queues the missing email of an existing lead when it is sent again', async () => {
  const body = contactBody();
  await api.db.insert(leads).values(leadSubmission.parse(body));
  expect((await api.post('/api/leads', body)).status).toBe(201);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(await api.db.$count(leads)).toBe(1);
});
