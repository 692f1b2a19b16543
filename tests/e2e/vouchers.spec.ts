import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin.ts';
import {
  bookNow,
  createBookingVisitor,
  fillInVisitor,
  openBookingPage,
  ownDate,
  pickDate,
  timeSelect,
} from './bookings.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoExcess,
  untilAlive,
} from './fixtures.ts';

const refused = 'This code can’t be used for this. Check it, or send without it.';

/** Adds a code of R450.01, and waits until the page has its field. */
async function addCode(path: string): Promise<string> {
  const code = `ZOE${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await querySite('insert into vouchers (code, amount_cents) values ($1, 45001)', [code]);
  await untilPublic(path, (html) => html.includes('takesCodes&quot;:true'));
  return code;
}

const readOrder = async (name: string) => {
  const [order] = await querySite(
    "select amount_cents, item -> 'voucher' as voucher from orders where name = $1",
    [name],
  );
  return order;
};

test.afterEach(async () => {
  await querySite('update vouchers set switched_off_at = now()');
});

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] }, allowedConsole: /status of 422/ });

  test('types a code in the inquiry, which keeps it when it can’t be used', {
    tag: '@phone',
  }, async ({ page }) => {
    const code = await addCode('/services');
    const name = unique('Zoë 𝗧. O’Neill');
    await page.goto('/services');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Purchase now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Course Purchase Inquiry' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Email').fill('zoe@example.com');
    await expect(dialog.getByLabel('Code')).toBeHidden();
    await dialog.getByText('I have a code').click();
    await dialog.getByLabel('Code').fill('GUESS 2030');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Submit Request' }).click();
    await expect(dialog.getByText(refused)).toBeVisible();
    await expect(dialog.getByLabel('Code')).toBeFocused();
    await expect(dialog.getByLabel('Name')).toHaveValue(name);
    await expectNoExcess(page);
    // The draft keeps it, and shows it.
    await page.reload();
    await untilAlive(page);
    await page.getByRole('button', { name: 'Purchase now' }).click();
    await expect(dialog.getByLabel('Code')).toHaveValue('GUESS 2030');
    await expect(dialog.getByLabel('Code')).toBeVisible();
    await dialog.getByLabel('Code').fill(` ${code.toLowerCase().replace('zoe', 'Zoe-')} `);
    await dialog.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.locator('[data-confirmation]')).toContainText('The price is R549.99.');
    expect(await readOrder(name)).toEqual({
      amount_cents: 54_999,
      voucher: { code, discountCents: 45_001 },
    });
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page.getByText(`Code ${code}`)).toBeVisible();
    await expect(page.getByText('−R450.01')).toBeVisible();
    await expectNoExcess(page);
    await expectAccessibleInBothThemes(page);
  });

  test('types a code in the booking form', { tag: '@phone' }, async ({ page }) => {
    const code = await addCode('/mentorship');
    const date = ownDate();
    await openBookingPage(page, date);
    const visitor = createBookingVisitor('Zoë 𝗧. O’Neill');
    await fillInVisitor(page, visitor);
    await pickDate(page, date);
    await timeSelect(page).selectOption({ index: 1 });
    await page.getByText('I have a code').click();
    await page.getByLabel('Code').fill('GUESS2030');
    await bookNow(page).click();
    await expect(page.getByText(refused)).toBeVisible();
    await page.getByLabel('Code').fill(code);
    await bookNow(page).click();
    await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeVisible();
    expect(await readOrder(visitor.name)).toMatchObject({
      voucher: { code, discountCents: 45_001 },
    });
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('finds the code and its error in the form on the page', async ({ page }) => {
      const code = await addCode('/mentorship');
      const name = unique('Zoë 𝗧. O’Neill');
      await page.goto('/services?inquiry=course#inquiry');
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill('zoe@example.com');
      await page.getByText('I have a code').click();
      await page.getByLabel('Code').fill('GUESS2030');
      await page.getByRole('button', { name: 'Submit Request' }).click();
      await expect(page.getByText(refused)).toBeVisible();
      await expect(page.getByLabel('Code')).toHaveValue('GUESS2030');
      await expect(page.getByLabel('Name')).toHaveValue(name);
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: 'Submit Request' }).click();
      await expect(page.getByText(`Code ${code}`)).toBeVisible();
    });
  });
});

test('the mentor makes a code, edits it and switches it off', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/admin/money');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Codes', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Codes' });
  await panel.getByRole('button', { name: 'New code' }).click();
  const form = panel.getByRole('form', { name: 'New code' });
  await form.getByRole('button', { name: 'Make a code' }).click();
  await expect(form.getByLabel('Code', { exact: true })).toHaveValue(/^[2-9CDFGHJKMNPQRTWX]{8}$/);
  const code = unique('zoe')
    .replaceAll(/[^a-z0-9]/gi, '')
    .toUpperCase();
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await form.getByLabel('What it takes off').fill('110%');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a percentage from 1% to 100%')).toBeVisible();
  await form.getByLabel('What it takes off').fill('R450,01');
  await form.getByLabel('TP Strategy Course').check();
  await form.getByLabel('Uses in all').fill('20');
  // Nothing typed is lost.
  await page.reload();
  await untilAlive(page);
  await panel.getByRole('button', { name: 'New code' }).click();
  await expect(form.getByLabel('What it takes off')).toHaveValue('R450,01');
  await expect(form.getByLabel('TP Strategy Course')).toBeChecked();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  const card = panel.getByRole('listitem').filter({ hasText: code });
  await expect(card).toContainText('R450.01');
  await expect(card).toContainText('Can be used');
  await expect(card).toContainText('0 of 20 uses');
  await expect(card).toContainText('TP Strategy Course');
  await expectNoExcess(page);
  await expectAccessible(page);
  await card.getByRole('button', { name: `Edit ${code}` }).click();
  const edited = panel.getByRole('form', { name: `Edit ${code}` });
  await edited.getByLabel('First day').fill('2030-01-07');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Not yet');
  await expect(card).toContainText('From 7 January 2030');
  await card.getByRole('button', { name: `Switch off ${code}` }).click();
  await expect(card).toContainText('Switched off');
});
