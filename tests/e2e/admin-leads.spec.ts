import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';

const course = 'Course Purchase Inquiry';

/** Until it is answered the newest leads stand there, which may look the same. */
async function searchFor(page: Page, words: string) {
  const found = page.waitForResponse((response) =>
    new RegExp(`/api/leads\\?.*search=${words}`).test(response.url()),
  );
  await page.getByLabel('Search leads').fill(words);
  await found;
}

/** How many leads of this name are in no trash. */
const countKept = async (name: string) =>
  (await querySite('select 1 from leads where name = $1 and deleted_at is null', [name])).length;

test('leads are listed, searched, answered, exported and deleted', {
  tag: '@phone',
}, async ({ page }) => {
  const name = unique('Lerato');
  await insertLeads([name], course);
  await page.goto('/admin');
  const list = page.getByRole('region', { name: 'Leads', exact: true });
  const card = list.getByRole('article').filter({ hasText: name });
  await expect(card).toBeVisible();
  await expect(card.getByRole('link', { name: /Reply/ })).toHaveAttribute(
    'href',
    /^mailto:visitor%40example\.com\?subject=Re%3A/,
  );
  await expect(card.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/27825551234',
  );

  // The words may be typed before the page of the link is drawn.
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

  await card.getByRole('button', { name: /Delete/ }).click();
  const question = page.getByRole('dialog', { name: 'Delete this lead?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText('Lead deleted successfully')).toBeVisible();
  await expect.poll(() => countKept(name)).toBe(0);
  await page.getByLabel('Search leads').fill(unique('Nobody'));
  await expect(page.getByText('No leads found.')).toBeVisible();
});

test('a deletion is sent immediately, confirmed once answered, and undone from the trash', async ({
  page,
}) => {
  const family = unique('Lerato');
  const names = ['1', '2', '3', '4'].map((number) => `${family}-${number}`);
  const [first = ''] = names;
  await insertLeads(names, course);
  const noticeOf = (name: string) => page.locator('[data-toast]', { hasText: name });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/leads/*', async (route) => {
    if (route.request().method() === 'DELETE') await held;
    await route.fallback();
  });
  await page.goto('/admin?group=course');
  await page.getByLabel('Search leads').fill(family);
  for (const name of names) {
    const card = page.getByRole('article').filter({ hasText: name });
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await card.getByRole('button', { name: /Delete/ }).click();
    await confirmDeletion(page);
    await sent;
    await expect(card).toBeHidden();
    if (name === first) {
      await expect(page.getByText('Lead deleted successfully')).toBeHidden();
      release();
    }
    await expect(noticeOf(name)).toContainText('Lead deleted successfully');
    // Focused notices stay: the first is still within reach after the last.
    await page.keyboard.press('Alt+T');
  }
  await expect.poll(() => countKept(first)).toBe(0);
  await noticeOf(first).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lead restored')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: first })).toBeVisible();
  expect(
    await querySite('select name from leads where name = any($1) and deleted_at is null', [names]),
  ).toEqual([{ name: first }]);
});

test('new leads appear immediately and are counted in the title', async ({ page }) => {
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
  await page.goto('/admin?group=course');
  await listening;
  const name = unique('Aisha');
  // Other tests add leads as well, which may push one off the first page.
  await page.getByLabel('Search leads').fill(name);
  await expect(page.getByText('No leads in this category.')).toBeVisible();
  await insertLeads([name], course);
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) 1 new · Admin Dashboard/);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page).toHaveTitle(/^\(\d+\) Admin Dashboard/);
});

test('changes before the change feed is connected are not missed', async ({ page }) => {
  const [gone, later] = [unique('Gone'), unique('Later')];
  await insertLeads([gone], course);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/changes', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin?group=course');
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  await expect(card(gone)).toBeVisible();
  await querySite('delete from leads where name = $1', [gone]);
  await insertLeads([later], course);
  release();
  await expect(card(later)).toBeVisible();
  await expect(card(gone)).toBeHidden();
});

test('more leads are loaded on demand, in order', async ({ page }) => {
  const key = crypto.randomUUID().slice(0, 8);
  const names = Array.from({ length: 35 }, (_, index) => `Page ${key} ${index}`);
  // Not among the leads of a course, where they would push those of other tests off the page.
  await insertLeads(names, 'Blueprint Purchase Inquiry');
  await page.goto('/admin?group=blueprint');
  await searchFor(page, key);
  const cards = page.getByRole('article').filter({ hasText: key });
  await expect(cards).toHaveCount(30);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(35);
  expect(await cards.getByRole('heading').allTextContents()).toEqual(names.toReversed());
});
