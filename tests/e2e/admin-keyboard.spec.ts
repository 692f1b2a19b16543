import type { Locator } from '@playwright/test';
import { samplePicture } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { cardOf, expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';

/** More Tab stops than any page has before the control that a test moves to. */
const maxSteps = 80;

/** Moves with Tab until a control has the focus, which must be visible at every stop. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let step = 0; step < maxSteps; step += 1) {
    const { isThere, hidden } = await target.evaluate(lookAtFocus);
    if (step > 0) expect(hidden, 'the focus is visible').toBeUndefined();
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${maxSteps} steps did not reach ${target}`);
}

/** Returns whether an element has the focus, and which focused element has no visible ring. */
function lookAtFocus(element: Node | null) {
  const focused = document.activeElement;
  const hasRing = (candidate: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(candidate ?? document.body);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  // The browser draws its own rings for parts of a date field and video controls.
  const isSeen =
    focused?.matches('body, [type=date], [type=time], video') ||
    hasRing(focused) ||
    hasRing(focused?.parentElement);
  return {
    isThere: element === focused,
    hidden: isSeen ? undefined : focused?.outerHTML.slice(0, 200),
  };
}

async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

test('a post is written, edited and deleted with only the keyboard', async ({ page }) => {
  const title = unique('Key');
  await page.goto('/admin/blog?new');
  await untilAlive(page);
  await expect(page.getByTestId('admin-skeleton')).toHaveCount(0);
  await typeInto(page.getByLabel(/^Title/), title);
  await typeInto(page.getByLabel(/^Date/), '11212026');
  const choosing = page.waitForEvent('filechooser');
  await pressOn(page.getByLabel('Image', { exact: true }), 'Space');
  await (await choosing).setFiles({
    name: 'key.png',
    mimeType: 'image/png',
    buffer: await samplePicture(),
  });
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await typeInto(page.getByLabel(/^Content/), 'First words.');
  await pressOn(page.getByRole('button', { name: 'Add Post' }));
  const card = cardOf(page, title);
  const edit = card.getByRole('link', { name: `Edit ${title}` });
  await pressOn(edit);
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await typeInto(page.getByLabel(/^Content/), 'Second words.');
  await pressOn(page.getByRole('button', { name: 'Update Post' }));
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await expect(edit).toBeFocused();

  const remove = card.getByRole('button', { name: /^Delete / });
  const question = page.getByRole('dialog', { name: 'Delete this post?' });
  await pressOn(remove);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await page.keyboard.press('Space');
  await pressOn(question.getByRole('button', { name: 'Delete', exact: true }));
  await expect(card).toBeHidden();
  await expect(page.locator('main :is(li, section):focus'), 'in the list').toBeVisible();
  await page.keyboard.press('Alt+T');
  await pressOn(page.getByRole('button', { name: 'Undo' }));
  await expect(card).toBeVisible();
});

test('a post that is being edited keeps the focus when it changes on another device', async ({
  page,
}) => {
  const [post] = await querySite(
    "insert into blog_posts (title, date, content, excerpt) values ($1, '2026-11-21', 'Old', 'Old') returning id",
    [unique('Key')],
  );
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
  await page.goto(`/admin/blog?edit=${post.id}`);
  await listening;
  const content = page.getByLabel('Content');
  await content.focus();
  await page.keyboard.type('More. ');
  const changed = unique('Changed');
  const readAgain = page.waitForResponse((response) =>
    response.url().includes(`/blog_posts/${post.id}?`),
  );
  await querySite('update blog_posts set title = $1 where id = $2', [changed, post.id]);
  await readAgain;
  await expect(cardOf(page, changed)).toBeVisible();
  await page.keyboard.type('And more.');
  await expect(content).toHaveValue(/More\. .*And more\./);
  await expect(content).toBeFocused();
});
