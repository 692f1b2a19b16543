import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { type Customer, createLibraryLinks } from '#features/customers/server/index.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { withLibrary } from '#tests/support/library.ts';
import { withOrders } from '#tests/support/orders.ts';
import { addPlanCourses } from '#tests/support/plan-courses.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { testSecret } from '#tests/support/secret.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const now = new Date(+openingMorning + 37_265);
const site = await openTestSite({ now });
const { api, takeMails } = site;
const { follow, see, mark } = withOrders(site);
const { addCustomer, addCourse, addSection, addLesson, give } = withLibrary(api);
const links = createLibraryLinks(testSecret);
beforeEach(() => addPlanCourses(api));

const planCourse = planCourses['course-inquiry'];
const tokenOf = (customer: Customer) => links.toPath(customer).split('/').at(-1) ?? '';
const visitor = { headers: new Headers(), ipAddress: '192.0.2.7' };

async function addLessonTo(courseId: string) {
  await addLesson((await addSection(courseId)).id, { publishedAt: now });
}

async function seeOffers(customer: Customer) {
  const found = await api.services.library.findLibrary(tokenOf(customer), visitor);
  const content = found?.content;
  if (!content || !('page' in content)) throw new Error('The library is closed');
  return content.page.offers;
}

const buy = (customer: Customer, courseId: string, id: string = randomUUID()) =>
  api.services.library.buyCourse({ token: tokenOf(customer), courseId, id }, visitor);

it('offers what is for sale, has lessons and is not owned', async () => {
  const customer = await addCustomer();
  const [listed, draft, owned, ended, later, empty] = [
    await addCourse('Levels', now),
    await addCourse('A draft'),
    await addCourse('Owned', now),
    await addCourse('Ended', now),
    await addCourse('Later', now),
    await addCourse('Empty', now),
  ];
  for (const { id } of [listed, draft, owned, ended, later]) await addLessonTo(id);
  await addLessonTo(planCourse);
  await give(customer.id, owned.id, { startsAt: now });
  await give(customer.id, later.id, { startsAt: new Date(+now + 86_400_000) });
  await give(customer.id, ended.id, { startsAt: new Date(0), endsAt: new Date(1) });
  const offers = await seeOffers(customer);
  expect(offers).toMatchObject([
    { courseId: planCourse, title: 'TP Strategy Course', priceText: 'R1000' },
    { courseId: listed.id, title: 'Levels', priceText: 'R450.01' },
    { courseId: ended.id },
  ]);
  expect(offers.map(({ courseId }) => courseId)).not.toContain(empty.id);
});

it('orders a course once for a customer, who opens it once it is paid', async () => {
  const customer = await addCustomer();
  await addLessonTo(planCourse);
  const id = randomUUID();
  const paths = await Promise.all([
    buy(customer, planCourse, id),
    buy(customer, planCourse, id),
    buy(customer, planCourse, id),
  ]);
  expect(new Set([...paths, await buy(customer, planCourse, id)]).size).toBe(1);
  const placed = await follow(paths[0] ?? '');
  expect(placed).toMatchObject({ id, amountCents: 100_000 });
  expect(await see(placed)).toMatchObject({
    name: customer.name,
    item: { title: 'TP Strategy Course', priceText: 'R1000', isDigital: true },
  });
  const { mail } = (await takeMails()).only(customer.email ?? '');
  expect(mail.subject).toContain(`how to pay`);
  await mark(id);
  const { rows } = await api.pool.query('select customer_id, course_id from entitlements');
  expect(rows).toEqual([{ customer_id: customer.id, course_id: planCourse }]);
  expect(await seeOffers(customer)).toEqual([]);
});

it('sells nothing that is not offered, and nothing to strangers', async () => {
  const [customer, other] = [await addCustomer(), await addCustomer({ email: 'b@example.com' })];
  const draft = await addCourse('A draft');
  await addLessonTo(draft.id);
  await addLessonTo(planCourse);
  const notForSale = { status: 409, code: 'not-for-sale' };
  await expect(buy(customer, draft.id)).rejects.toMatchObject(notForSale);
  await expect(buy(customer, randomUUID())).rejects.toMatchObject(notForSale);
  const id = randomUUID();
  await buy(customer, planCourse, id);
  await expect(buy(other, planCourse, id)).rejects.toMatchObject(notForSale);
  const stranger = { ...customer, linkVersion: 7 };
  await expect(buy(stranger, planCourse)).rejects.toMatchObject({ status: 404 });
});
