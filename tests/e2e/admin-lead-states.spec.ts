import type { Page } from '@playwright/test';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectNoExcess } from './fixtures.ts';

const course = 'Course Purchase Inquiry';

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

const toast = (page: Page, text: string) => page.locator('[data-toast]', { hasText: text });

/** Shows the leads of one test alone. */
async function openLeads(page: Page, search: string, query = 'group=course'): Promise<void> {
  await page.goto(`/admin?${query}&search=${search}`);
  await expect(page.getByRole('article').filter({ hasText: search }).first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasNotText: search })).toHaveCount(0);
}

const readLeads = (names: string[]) =>
  querySite(
    'select name, state, note, deleted_at is not null as gone from leads where name = any($1) order by name',
    [names],
  );

const expectStates = (states: Record<string, string>) =>
  expect
    .poll(async () =>
      Object.fromEntries(
        (await readLeads(Object.keys(states))).map(({ name, state }) => [name, state]),
      ),
    )
    .toEqual(states);

test('a lead is marked and answered, and both can be undone', async ({ page }) => {
  const name = unique('Naledi');
  await insertLeads([name], course);
  await openLeads(page, name);
  const card = cardOf(page, name);
  const state = card.getByLabel(`Status: ${name}`);
  await expect(state).toHaveValue('new');
  await state.selectOption('Won');
  await expect(toast(page, 'Lead marked as won')).toContainText(name);
  await expectStates({ [name]: 'won' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(state).toHaveValue('new');
  await expectStates({ [name]: 'new' });

  // Nothing here opens mailboxes.
  await page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()));
  await card.getByRole('link', { name: /Reply/ }).click();
  await expect(toast(page, 'Lead marked as answered')).toBeVisible();
  await expect(state).toHaveValue('answered');
  await expectStates({ [name]: 'answered' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(state).toHaveValue('new');
  await expectStates({ [name]: 'new' });
  await card.getByRole('link', { name: /WhatsApp/ }).click();
  await expect(state).toHaveValue('answered');
  await expectStates({ [name]: 'answered' });
  // Another reply changes nothing.
  await state.selectOption('Closed');
  await expectStates({ [name]: 'closed' });
  await card.getByRole('link', { name: /Reply/ }).click();
  await expect(state).toHaveValue('closed');
});

test('a quick reply opens the mail app or WhatsApp with its text', {
  tag: '@phone',
}, async ({ page }) => {
  const name = unique('Quick');
  await insertLeads([name], course);
  await openLeads(page, name);
  await cardOf(page, name)
    .getByRole('button', { name: /Quick reply/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Reply to ${name}` });
  const mail = dialog.getByRole('link', { name: /^Email.*Thank you$/ });
  await expect(mail).toHaveAttribute(
    'href',
    new RegExp(
      `^mailto:visitor%40example\\.com\\?subject=Re%3A.*&body=Hello%20${encodeURIComponent(name)}%2C%0D%0A`,
    ),
  );
  const chat = dialog.getByRole('link', { name: /^WhatsApp.*Thank you$/ });
  await expect(chat).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/27825551234\\?text=Hello%20${encodeURIComponent(name)}%2C%0A`),
  );
  await expect(dialog.getByRole('button', { name: 'Mark as answered' })).toBeHidden();
  // Nothing here opens mailboxes.
  await page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()));
  await mail.click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(dialog).toBeHidden();
  await expectStates({ [name]: 'answered' });
});

test('a reply can still be undone after ten minutes in another app', async ({ page }) => {
  const name = unique('Kabelo');
  await insertLeads([name], course);
  await page.clock.install();
  await openLeads(page, name);
  await page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()));
  await cardOf(page, name).getByRole('link', { name: /Reply/ }).click();
  await expect(toast(page, 'Lead marked as answered')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.fastForward('10:00');
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectStates({ [name]: 'new' });
});

test('unanswered leads are counted, and the filters are in the URL', async ({ page }) => {
  const family = unique('Waiting');
  const names = ['1', '2', '3'].map((number) => `${family}-${number}`);
  await insertLeads(names, course);
  await querySite("update leads set state = 'answered' where name = $1", [names[0]]);
  const [{ count }] = await querySite(
    "select count(*)::int from leads where state = 'new' and deleted_at is null",
  );
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
  await page.goto('/admin');
  await listening;
  const tab = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /Leads/ });
  await expect(tab).toHaveAccessibleName(`Leads ${count} unanswered`);
  await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) Admin Dashboard`));

  await page.goto('/admin?state=new');
  const status = page.getByLabel('Status', { exact: true });
  await expect(status).toHaveValue('new');
  await page.getByLabel('Search leads').fill(family);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(status.getByRole('option')).toHaveText([
    ...['All statuses (3)', 'New (2)', 'Answered (1)', 'Won (0)', 'Closed (0)'],
  ]);
  await page
    .getByRole('navigation', { name: 'Groups' })
    .getByRole('link', { name: /^Course/ })
    .click();
  await expect(page).toHaveURL((url) =>
    ['state=new', 'group=course', 'search='].every((part) => url.search.includes(part)),
  );
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByLabel('Search leads')).toHaveValue(family);

  // A change on another device updates the list.
  await querySite("update leads set state = 'won', version = version + 1 where name = $1", [
    names[2],
  ]);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveTitle(new RegExp(`^\\(${count - 1}\\) Admin Dashboard`));
});

test('a link keeps the search text that is being typed', async ({ page }) => {
  const family = unique('Typing');
  await insertLeads([`${family}-1`, `${family}-2`], course);
  await page.clock.install();
  await openLeads(page, family, 'state=new');
  const search = page.getByLabel('Search leads');
  // No pause is long enough to be the end of a word.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
  await search.fill(`${family}-2`);
  const source = page
    .getByRole('navigation', { name: 'Groups' })
    .getByRole('link', { name: /^Course/ });
  await source.click();
  await expect(source).toHaveAttribute('aria-current', 'true');
  // A reload would have the browser remember the field.
  await page.goto(await page.evaluate(() => window.location.href));
  await expect(search).toHaveValue(`${family}-2`);
  await page.clock.resume();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a note is kept as a draft, saved and removed', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const name = unique('Noted');
  await insertLeads([name], course);
  await openLeads(page, name);
  const card = cardOf(page, name);
  await card.getByRole('button', { name: /Add note/ }).click();
  const field = card.getByLabel(`Your note about ${name}`);
  await expect(field).toBeFocused();
  await field.fill('Rang on Monday.\nWants the course.');
  await page.reload();
  await expect(field).toHaveValue('Rang on Monday.\nWants the course.');
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);

  await card.getByRole('button', { name: 'Save note' }).click();
  await expect(toast(page, 'Note saved')).toBeVisible();
  await expect(card.getByText('Wants the course.')).toBeVisible();
  await expect(card.getByRole('button', { name: /Edit note/ })).toBeFocused();
  expect(await readLeads([name])).toMatchObject([{ note: 'Rang on Monday.\nWants the course.' }]);
  await card.getByRole('button', { name: /Edit note/ }).click();
  await field.fill('');
  await card.getByRole('button', { name: 'Save note' }).click();
  await expect(card.getByRole('button', { name: /Add note/ })).toBeVisible();
  expect(await readLeads([name])).toMatchObject([{ note: null }]);
});

test.describe('what cannot be saved', () => {
  test.use({ allowedConsole: /status of 503/ });

  test('shows the reason, and nothing is lost', async ({ page }) => {
    const name = unique('Away');
    await insertLeads([name], course);
    await openLeads(page, name);
    const card = cardOf(page, name);
    const reason = 'The database is away.';
    await page.route('**/api/leads/*', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 503, json: { code: 'database-unavailable', detail: reason } }),
    );
    await card.getByLabel(`Status: ${name}`).selectOption('Won');
    await expect(toast(page, 'Failed to change lead')).toContainText(reason);
    await expect(card.getByLabel(`Status: ${name}`)).toHaveValue('new');
    await card.getByRole('button', { name: /Add note/ }).click();
    const field = card.getByLabel(`Your note about ${name}`);
    await field.fill('Not to be lost');
    await card.getByRole('button', { name: 'Save note' }).click();
    await expect(card.getByText(reason)).toBeVisible();
    await expect(field).toHaveValue('Not to be lost');
    await page.unroute('**/api/leads/*');
    await card.getByRole('button', { name: 'Save note' }).click();
    await expect(card.getByText('Not to be lost')).toBeVisible();
    await expect(field).toBeHidden();
  });
});

test.describe('two devices', () => {
  test.use({ allowedConsole: /status of 409/ });

  test('edit one note: the second sees both versions and chooses one', async ({ page }) => {
    const name = unique('Both');
    await insertLeads([name], course);
    await openLeads(page, name);
    const card = cardOf(page, name);
    await card.getByRole('button', { name: /Add note/ }).click();
    await card.getByLabel(`Your note about ${name}`).fill('From the laptop');
    await querySite(
      "update leads set note = 'From the phone', version = version + 1 where name = $1",
      [name],
    );
    await card.getByRole('button', { name: 'Save note' }).click();
    const panel = card.getByRole('region', { name: 'Someone else saved changes' });
    await expect(panel).toContainText('From the phone');
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await expect(toast(page, 'Note saved')).toBeVisible();
    expect(await readLeads([name])).toMatchObject([{ note: 'From the laptop' }]);
  });
});

test('several leads are marked and deleted together, with Undo', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const family = unique('Several');
  const names = ['1', '2', '3'].map((number) => `${family}-${number}`);
  const [one = '', two = '', three = ''] = names;
  await insertLeads(names, course);
  await querySite("update leads set state = 'answered' where name = $1", [two]);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await openLeads(page, family);
  const all = page.getByRole('checkbox', { name: 'Select all' });
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await expect(bar).toBeHidden();
  await all.check();
  await expect(bar).toContainText('3 leads');
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);
  await bar.getByRole('button', { name: 'Mark as Won' }).click();
  await expect(toast(page, '3 leads marked as won')).toBeVisible();
  await expect(bar).toBeHidden();
  await expectStates({ [one]: 'won', [two]: 'won', [three]: 'won' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectStates({ [one]: 'new', [two]: 'answered', [three]: 'new' });
  expect(sent, 'one request each').toEqual(['/api/leads/states', '/api/leads/states']);

  sent.length = 0;
  for (const name of [one, two])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await expect(all).toBeChecked({ indeterminate: true });
  const remove = async () => {
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete these 2 leads?' })).toBeVisible();
    await confirmDeletion(page);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(toast(page, '2 leads deleted')).toBeVisible();
    await expect(bar).toBeHidden();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  for (const name of [one, two])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await remove();
  await expect
    .poll(async () => (await readLeads(names)).map(({ gone }) => gone))
    .toEqual([true, true, false]);
  expect(sent).toEqual([
    '/api/leads/deletions',
    '/api/trash/leads/restorations',
    '/api/leads/deletions',
  ]);
});
