import { afterAll, beforeAll, expect, it } from 'vitest';
import { leads } from '#server/db/schema.ts';
import { startAdminApi } from '#tests/support/admin-api.ts';

let site: Awaited<ReturnType<typeof startAdminApi>>;

beforeAll(async () => {
  site = await startAdminApi();
});
afterAll(() => site.close());

it.each([
  ['Course Purchase Inquiry', 'TP Strategy Course'],
  ['Blueprint Purchase Inquiry', 'TP Strategy Blueprint'],
  ['Contact Form Submission', 'our courses'],
])('fills the quick replies in for a lead of %s', async (source, course) => {
  const lead = { name: 'Zanele', email: 'zanele@example.com', source };
  const [row] = await site.api.db.insert(leads).values(lead).returning();
  const answer = await site.admin.asMentor('GET', `/api/leads/${row?.id}/replies`);
  const { items } = await answer.json();
  expect(items[0].text).toContain(`Hello Zanele,\n\nThank you for your interest in ${course}.`);
  expect(items[1].text).toMatch(/\nhttps?:\/\/\S+\/mentorship\n/);
});
