import { insertOrder, querySite } from '#tests/support/site-rows.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expect, test, unique } from './admin.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoExcess,
  untilAlive,
} from './fixtures.ts';

// A day in the past is refused by the server.
test.use({ allowedConsole: /status of 422/ });

/** Inserts a course with two lessons of ten minutes. Returns the ids. */
async function insertCourse(title: string) {
  const [course] = await querySite(
    `insert into courses (title, price, access_days) values ($1, 'R450.01', 90) returning id`,
    [title],
  );
  const lessons = await querySite(
    `with section as (insert into sections (course_id, title) values ($1, 'Basics') returning id)
     insert into lessons (section_id, title, seconds, published_at)
     select id, name, 600, now() from section, unnest(array['Stops', 'Entries']) as name returning id`,
    [course.id],
  );
  return { courseId: course.id as string, lessonIds: lessons.map(({ id }) => id as string) };
}

const watch = (customerId: string, lessonId: string) =>
  querySite(
    `insert into lesson_progress (customer_id, lesson_id, furthest, first_opened_at, last_opened_at)
     values ($1, $2, 300, now(), now())`,
    [customerId, lessonId],
  );

test('the mentor gives a lead access to a course, changes its end and takes it away', {
  tag: '@phone',
}, async ({ page, context }) => {
  const name = unique('Zoë 𝗧. O’Neill');
  const email = `zoe.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const title = unique('Gold “Mastery” course');
  const { courseId, lessonIds } = await insertCourse(title);
  await querySite(
    `insert into leads (name, email, phone, source, course_id)
     values ($1, $2, '+27825551234', 'Course Purchase Inquiry', $3)`,
    [name, email, courseId],
  );
  await page.goto(`/admin?search=${encodeURIComponent(email)}`);
  await untilAlive(page);
  const lead = page.getByRole('article').filter({ hasText: name });
  await lead.getByRole('link', { name: /^Give access/ }).click();
  const access = page.getByRole('region', { name: 'Access' });
  const giving = access.getByRole('form', { name: 'Give access' });
  await expect(giving.getByLabel('Course')).toHaveValue(courseId);
  await expect(giving.getByLabel('Name')).toHaveValue(name);
  await giving.getByLabel('Choose when it ends').check();
  await giving.getByLabel('Last day').fill('2020-02-29');
  await giving.getByRole('button', { name: 'Give access' }).click();
  await expect(giving.getByText('Choose a day on which it is open.').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoExcess(page);
  await giving.getByLabel('Last day').fill('2099-02-28');
  await giving.getByRole('button', { name: 'Give access' }).click();
  const item = access.getByRole('listitem').filter({ hasText: title });
  await expect(item).toContainText('until 28 February 2099');
  await expect(item).toContainText('Given by you');

  const [customer] = await querySite('select id from customers where email = $1', [email]);
  await watch(customer.id, lessonIds[0] ?? '');
  await item.getByRole('button', { name: /^Change the end/ }).click();
  const ending = item.getByRole('form');
  await expect(ending.getByLabel('Last day')).toHaveValue('2099-02-28');
  await ending.getByLabel('Last day').fill('');
  await ending.getByLabel('Reason').fill('Bought the bundle');
  await ending.getByRole('button', { name: 'Change the end' }).click();
  await expect(item).toContainText('without an end');
  await expect(item).toContainText('You changed the end: Bought the bundle');
  await expect(item).toContainText('Opened 1 of 2 lessons, watched 25 %');
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);

  const whatsApp = access.getByRole('link', { name: /^Send by WhatsApp/ });
  await expect(whatsApp).toHaveAttribute('href', /27825551234\?text=.*%2Flibrary%2F/);
  const first = await whatsApp.getAttribute('href');
  await access.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click();
  await expect(page.getByText('The link is replaced.')).toBeVisible();
  await expect(whatsApp).not.toHaveAttribute('href', first ?? '');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await access.getByRole('button', { name: 'Copy link' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(await whatsApp.getAttribute('href')).toContain(encodeURIComponent(copied));

  await page.goto('/admin/courses');
  await untilAlive(page);
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('link', { name: /^Who has it \(1\)/ }).click();
  const panel = page.getByRole('dialog', { name: 'Who has it' });
  await expect(panel).toContainText('1 person was given this course. It is open for 1.');
  await expect(panel.getByRole('heading', { name })).toBeVisible();
  await expectAccessibleInBothThemes(page, () =>
    page.evaluate(() => {
      document.documentElement.classList.toggle('dark');
      document.documentElement.classList.toggle('light');
    }),
  );
  await panel.getByLabel('Find a customer').fill('somebody else');
  await expect(panel).toContainText('No customers found.');
  await panel.getByLabel('Find a customer').fill(email);
  await panel.getByRole('link', { name: /^Open the person/ }).click();

  await item.getByRole('button', { name: /^Take away/ }).click();
  const taking = item.getByRole('form');
  await taking.getByRole('button', { name: 'Take away' }).click();
  await expect(taking.getByText('Enter a reason.')).toBeVisible();
  await taking.getByLabel('Reason').fill('Shared the link');
  await taking.getByRole('button', { name: 'Take away' }).click();
  await expect(item).toContainText(/Taken away on .*: Shared the link/);
  await expect(item.getByRole('button')).toHaveCount(0);
  await expect(access.getByRole('button', { name: 'Give access' })).toBeVisible();
});

test('the mentor imports old customers from a file', {
  tag: '@phone',
}, async ({ page }) => {
  const title = unique('Gold “Mastery” course');
  await insertCourse(title);
  const name = unique('Zoë 𝗧. O’Neill');
  const email = `zoe.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const text = [
    'Name;Email or phone;Course;Date',
    `"${name}";${email};"${title}";2020/02/29`,
    `Thabo;082 55;"${title}";`,
    `"${unique('Ann')}";ann.${email};"${title}";`,
  ].join('\r\n');
  await page.goto('/admin/people');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Import customers' }).click();
  const panel = page.getByRole('dialog', { name: 'Import customers' });
  const buffer = Buffer.from(text);
  const file = { name: 'old customers.csv', mimeType: 'text/csv', buffer };
  await panel.getByLabel('Customers (CSV)').setInputFiles(file);
  await expect(panel.getByRole('status')).toHaveText(
    'To import: 2 new customers, 2 accesses to courses. 1 line has mistakes.',
  );
  await expect(panel).toContainText(`Line 2: ${name}: ${title} ended on 28 May 2020.`);
  await expect(panel).toContainText('Line 3: Enter a valid phone number, such as 082 555 1234');
  await panel.getByRole('button', { name: 'Import the other lines' }).click();
  await expect(panel.getByText('Choose whether they get an email.')).toBeVisible();
  await expectNoExcess(page);
  await expectAccessible(page);
  await panel.getByLabel('Send 1 email').check();
  await panel.getByRole('button', { name: 'Import the other lines' }).click();
  await expect(panel.getByRole('status')).toHaveText(/^Imported: 2 new customers/);
  await expect(panel.getByRole('heading', { name: 'Lines that were left out' })).toBeVisible();
  await panel.getByLabel('Customers (CSV)').setInputFiles(file);
  await expect(panel.getByRole('status')).toHaveText(
    'To import: nothing new. 2 lines were imported before. 1 line has mistakes.',
  );
  await page.goto('/admin/people');
  await untilAlive(page);
  await page.getByLabel('Find a person').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  const access = page.getByRole('region', { name: 'Access' });
  await expect(access.getByRole('listitem').filter({ hasText: title })).toContainText('Imported');
});

test('a refund says how far the client is, and asks about the course', {
  tag: '@phone',
}, async ({ page }) => {
  const name = unique('Ben');
  const { courseId, lessonIds } = await insertCourse(unique('Stops and entries'));
  const orderId = await insertOrder(name);
  const email = `ben.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await querySite('update orders set course_id = $2, email = $3 where id = $1', [
    orderId,
    courseId,
    email,
  ]);
  const paid = await page.request.post(`/api/orders/${orderId}/paid`, {
    data: { note: null },
    headers: { Origin: siteUrl },
  });
  expect(paid.status()).toBe(200);
  const { access, payments } = await paid.json();
  await watch(access.customer_id, lessonIds[0] ?? '');
  await page.goto(`/admin/money?order=${orderId}&do=refund&payment=${payments[0].id}`);
  await untilAlive(page);
  const form = page.getByRole('form', { name: 'Refund' });
  await expect(form).toContainText('Opened 1 of 2 lessons, watched 25 %.');
  await expect(form).toContainText('which ends the access to the course.');
  await form.getByLabel('Amount in rand').fill('450,01');
  await form.getByLabel('Reason').fill('Half of it');
  await form.getByLabel('Also end the access to the course').check();
  await expectNoExcess(page);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Record refund' }).click();
  const course = page.getByRole('region', { name: 'Course' });
  await expect(course).toContainText(/Taken away on .*: Refunded in part/);
  await course.getByRole('button', { name: 'Give access' }).click();
  await expect(course).not.toContainText('Taken away');
  await page.goto(`/admin/money?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Course: Open');
});
