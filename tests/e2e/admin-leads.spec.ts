import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { cardOf, confirmDeletion, expect, test, unique } from './admin.ts';

const course = 'Course Purchase Inquiry';

const toast = (page: Page, text: string) => page.locator('[data-toast]', { hasText: text });

/** Shows only the leads of one test. */
async function openLeads(page: Page, search: string): Promise<void> {
  await page.goto(`/admin?group=course&search=${search}`);
  await expect(cardOf(page, search).first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasNotText: search })).toHaveCount(0);
}

/** Stops links to mail apps and WhatsApp from opening anything. */
const openNothing = (page: Page) =>
  page.evaluate(() => window.addEventListener('click', (event) => event.preventDefault()));

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

test('leads are listed, searched and exported', async ({ page }) => {
  const name = unique('Lerato');
  await insertLeads([name], course);
  await page.goto('/admin');
  const list = page.getByRole('region', { name: 'Leads', exact: true });
  await expect(cardOf(page, name)).toBeVisible();
  // The search field accepts text before the linked page is rendered.
  const groups = page.getByRole('navigation', { name: 'Groups' });
  await groups.getByRole('link', { name: /^Course/ }).click();
  await page.getByLabel('Search leads').fill(name);
  await expect(page.getByRole('region', { name: 'Course leads' })).toBeVisible();
  await expect(page.getByLabel('Search leads')).toHaveValue(name);
  await groups.getByRole('link', { name: /^All/ }).click();
  await expect(list.getByRole('article')).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /Export CSV/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(name);
  await page.getByLabel('Search leads').fill(unique('Nobody'));
  await expect(page.getByText('No leads found.')).toBeVisible();
});

test('deletions are sent immediately, confirmed once answered, and undone in any order', async ({
  page,
}) => {
  const family = unique('Lerato');
  const names = ['1', '2', '3', '4'].map((number) => `${family}-${number}`);
  const [first = '', ...others] = names;
  await insertLeads(names, course);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/leads/*', async (route) => {
    if (route.request().method() === 'DELETE') await held;
    await route.fallback();
  });
  await openLeads(page, family);
  for (const name of names) {
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await cardOf(page, name)
      .getByRole('button', { name: /Delete/ })
      .click();
    await confirmDeletion(page);
    await sent;
    await expect(cardOf(page, name)).toBeHidden();
    if (name === first) {
      await expect(page.getByText('Lead deleted successfully')).toBeHidden();
      release();
    }
    await expect(toast(page, name)).toContainText('Lead deleted successfully');
    // Focused notifications stay open, so the first one can still be reached after the last.
    await page.keyboard.press('Alt+T');
  }
  await toast(page, first).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lead restored')).toBeVisible();
  await expect(cardOf(page, first)).toBeVisible();
  const gone = (await readLeads(names)).filter((lead) => lead.gone).map(({ name }) => name);
  expect(gone).toEqual(others);
});

test('leads are updated live, including changes made before the stream is connected', async ({
  page,
}) => {
  const family = unique('Live');
  const names = ['gone', 'early', 'late'].map((name) => `${family}-${name}`);
  const [gone = '', early = '', late = ''] = names;
  await insertLeads([gone], course);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/changes', async (route) => {
    await held;
    await route.continue();
  });
  await openLeads(page, family);
  await querySite('delete from leads where name = $1', [gone]);
  await insertLeads([early], course);
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
  release();
  await listening;
  await expect(cardOf(page, early)).toBeVisible();
  await expect(cardOf(page, gone)).toBeHidden();
  await insertLeads([late], course);
  await expect(cardOf(page, late)).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) \d+ new · Admin Dashboard/);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page).toHaveTitle(/^\(\d+\) Admin Dashboard/);
});

test('a lead is marked and answered, and both can be undone', async ({ page }) => {
  const name = unique('Naledi');
  await insertLeads([name], course);
  await page.clock.install();
  await openLeads(page, name);
  const card = cardOf(page, name);
  const state = card.getByLabel(`Status: ${name}`);
  await state.selectOption('Won');
  await expect(toast(page, 'Lead marked as won')).toContainText(name);
  await expectStates({ [name]: 'won' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectStates({ [name]: 'new' });
  await expect(state).toHaveValue('new');

  await openNothing(page);
  await card.getByRole('link', { name: /WhatsApp/ }).click();
  await expect(state).toHaveValue('answered');
  await expectStates({ [name]: 'answered' });
  await state.selectOption('New');
  // A list that was read before the change could still say that the lead is answered.
  await expect(toast(page, 'Lead marked as new')).toBeVisible();
  await expect(state).toHaveValue('new');
  await expectStates({ [name]: 'new' });
  await card.getByRole('link', { name: /Reply/ }).click();
  await expect(toast(page, 'Lead marked as answered')).toBeVisible();
  await expectStates({ [name]: 'answered' });
  await test.step('after ten minutes in the mail app', async () => {
    const show = (visibility: DocumentVisibilityState) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);
    await show('hidden');
    await page.clock.fastForward('10:00');
    await show('visible');
    await toast(page, 'marked as answered').last().getByRole('button', { name: 'Undo' }).click();
    await expectStates({ [name]: 'new' });
  });
});

test('a quick reply opens the mail app or WhatsApp with its text', async ({
  page,
  checkAccessibility,
}) => {
  const name = unique('Quick');
  await insertLeads([name], course);
  await openLeads(page, name);
  await cardOf(page, name)
    .getByRole('button', { name: /Quick reply/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Reply to ${name}` });
  const mail = dialog.getByRole('link', { name: /^Email.*Thank you$/ });
  const greeting = `Hello%20${encodeURIComponent(name)}%2C`;
  await expect(mail).toHaveAttribute(
    'href',
    new RegExp(`^mailto:visitor%40example\\.com\\?subject=Re%3A.*&body=${greeting}%0D%0A`),
  );
  await expect(dialog.getByRole('link', { name: /^WhatsApp.*Thank you$/ })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/27825551234\\?text=${greeting}%0A`),
  );
  await expect(dialog.getByRole('button', { name: 'Mark as answered' })).toBeHidden();
  await openNothing(page);
  await mail.click();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(dialog).toBeHidden();
  await expectStates({ [name]: 'answered' });
});

test('unanswered leads are counted, and the filters are in the URL', async ({ page }) => {
  const family = unique('Waiting');
  const names = ['1', '2', '3'].map((number) => `${family}-${number}`);
  await insertLeads(names, course);
  await querySite("update leads set state = 'answered' where name = $1", [names[0]]);
  const [{ count }] = await querySite(
    "select count(*)::int from leads where state = 'new' and deleted_at is null",
  );
  await page.goto('/admin?state=new');
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /Leads/ }),
  ).toHaveAccessibleName(`Leads ${count} unanswered`);
  await expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) Admin Dashboard`));
  await page.getByLabel('Search leads').fill(family);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByLabel('Status', { exact: true }).getByRole('option')).toHaveText([
    'All statuses (3)',
    'New (2)',
    'Answered (1)',
    'Won (0)',
    'Closed (0)',
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
});

test('a note is kept as a draft, saved and removed', async ({ page }) => {
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

test('several leads are marked and deleted together, with Undo', async ({
  page,
  checkAccessibility,
}) => {
  const family = unique('Several');
  const names = ['1', '2', '3'].map((number) => `${family}-${number}`);
  const [one = '', two = '', three = ''] = names;
  await insertLeads(names, course);
  await querySite("update leads set state = 'answered' where name = $1", [two]);
  await openLeads(page, family);
  const all = page.getByRole('checkbox', { name: 'Select all' });
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await all.check();
  await expect(bar).toContainText('3 leads');
  await checkAccessibility();
  await bar.getByRole('button', { name: 'Mark as Won' }).click();
  await expect(toast(page, '3 leads marked as won')).toBeVisible();
  await expect(bar).toBeHidden();
  await expectStates({ [one]: 'won', [two]: 'won', [three]: 'won' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectStates({ [one]: 'new', [two]: 'answered', [three]: 'new' });

  for (const name of [one, two])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await expect(all).toBeChecked({ indeterminate: true });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete these 2 leads?' })).toBeVisible();
  await confirmDeletion(page);
  await expect(toast(page, '2 leads deleted')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
});
