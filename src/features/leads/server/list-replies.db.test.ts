import { expect, it } from 'vitest';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin } = await openTestSite();

it.each([
  ['Course Purchase Inquiry', 'TP Strategy Course'],
  ['Blueprint Purchase Inquiry', 'TP Strategy Blueprint'],
  ['Contact Form Submission', 'our courses'],
])('fills in the quick replies for a lead of %s', async (source, course) => {
  const lead = { name: 'Zanele', email: 'zanele@example.com', source };
  const [row] = await api.db.insert(leads).values(lead).returning();
  const { items } = await admin.read(`/api/leads/${row?.id}/replies`);
  expect(items[0].text).toContain(`Hello Zanele,\n\nThank you for your interest in ${course}.`);
  expect(items[1].text).toMatch(/\nhttps?:\/\/\S+\/mentorship\n/);
});

it('names the course that a lead is about, whatever form it came from', async () => {
  const [course] = (
    await api.pool.query(
      `insert into courses (title, price) values ('Zoë 𝗧. O’Neill’s risk course', 'R450.01') returning id`,
    )
  ).rows;
  const lead = { name: 'Zanele', email: 'zanele@example.com', courseId: course.id };
  const [row] = await api.db
    .insert(leads)
    .values({ ...lead, source: 'Course Purchase Inquiry' })
    .returning();
  const { items } = await admin.read(`/api/leads/${row?.id}/replies`);
  expect(items[0].text).toContain('your interest in Zoë 𝗧. O’Neill’s risk course.');
});
