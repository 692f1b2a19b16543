import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openLibraryOf, readFilm } from '#tests/support/library.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { createPdf } from '#tests/support/real-pdf.ts';
import { until } from '#tests/support/site-process.ts';
import { siteDataDirectory, siteUrl } from '#tests/support/site-under-test.ts';
import { cardOf, expect, test, unique } from './admin.ts';
import { expectAccessible, expectNoExcess } from './fixtures.ts';

/** Adds a course of R450.01 whose first lesson has a film and a PDF. Returns its id. */
async function addCourse(title: string): Promise<string> {
  const library = await openLibraryOf(siteDataDirectory);
  const { id } = await library.addCourse(title, new Date());
  const section = await library.addSection(id);
  const lesson = await library.addLesson(section.id, { title: 'Zoë’s first level', seconds: 40 });
  await library.addFile(lesson.id, 'film', await readFilm());
  await library.addFile(lesson.id, 'pdf', await createPdf({ pages: 3 }), 'Plan.pdf');
  await library.close();
  return id;
}

/** Returns the link in the email about the payment. */
const findLink = (email: string) =>
  until('the email with the link', async () => {
    const mails = await readMailbox(path.join(siteDataDirectory, 'mailbox'));
    const texts = mails.filter(({ to }) => to?.[0]?.address === email).map(({ text }) => text);
    return /\/library\/[\w-]{43}/.exec(texts.join('\n'))?.[0];
  });

async function openAsBuyer(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: siteUrl,
    viewport: { width: 390, height: 844 },
  });
  return context.newPage();
}

test('a bought course opens three presses after its email', async ({ page, browser }) => {
  const [title, name] = [unique('Levels'), unique('Zoë O’Neill')];
  const email = `zoe.${crypto.randomUUID()}@example.com`;
  const course = await addCourse(title);
  const next = unique('Next levels');
  await addCourse(next);
  const buyer = await openAsBuyer(browser);

  await test.step('a visitor orders it, and says that the transfer is made', async () => {
    await buyer.goto(`/services?inquiry=course&course=${course}`);
    await buyer.getByLabel('Name').fill(name);
    await buyer.getByLabel('Email').fill(email);
    await buyer.getByRole('button', { name: 'Submit Request' }).click();
    await expect(buyer.getByText('Online: your private link opens your lessons')).toBeVisible();
    await buyer.getByRole('checkbox', { name: /^Start now/ }).check();
    await buyer.getByRole('button', { name: 'I have paid' }).click();
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Waiting for your payment');
  });

  await test.step('the mentor marks it as paid', async () => {
    await page.goto('/admin/money');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
    await cardOf(page, name).getByRole('link', { name: 'Mark as paid' }).click();
    await page.getByRole('button', { name: /^Mark R450.01 as paid$/ }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: /^RCT-/ })).toHaveCount(1);
  });

  await test.step('the page of the order says where the link is', async () => {
    await buyer.reload();
    await expect(buyer.getByText('We have emailed you the private link')).toBeVisible();
    await expectNoExcess(buyer);
    await expectAccessible(buyer);
  });

  await test.step('the link, the lesson, the film', async () => {
    const sent: string[] = [];
    buyer.on('request', (request) => sent.push(request.url()));
    await buyer.goto(await findLink(email));
    await buyer.getByRole('link', { name: 'Open the first lesson' }).click();
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Zoë’s first level');
    await buyer.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    const position = () =>
      buyer.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(position).toBeGreaterThan(0);
    // Nothing of it opens without the link.
    const stranger = await browser.newContext({ baseURL: siteUrl });
    const pages = [...new Set(sent)].filter((url) => new URL(url).pathname.startsWith('/library/'));
    expect(pages.length).toBeGreaterThan(2);
    for (const url of pages.filter((one) => !one.includes('/library/files/'))) {
      const { pathname } = new URL(url);
      const broken = pathname.replace(/^\/library\/(.)/, (_, first) =>
        first === 'x' ? '/library/y' : '/library/x',
      );
      expect((await stranger.request.get(broken)).status(), broken).toBe(404);
    }
    await stranger.close();
  });

  await test.step('the PDF is the buyer’s own copy', async () => {
    const download = buyer.waitForEvent('download');
    await buyer.getByRole('link', { name: /Plan\.pdf/ }).click();
    expect((await download).suggestedFilename()).toBe('Plan.pdf');
  });

  await test.step('another course is bought without a form', async () => {
    await buyer.goto(await findLink(email));
    await expectNoExcess(buyer);
    await expectAccessible(buyer);
    await buyer.getByRole('button', { name: `Buy this course ${next}` }).click();
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('How to pay');
    await expect(buyer.getByRole('row', { name: /Amount/ })).toContainText('R450.01');
    await buyer.context().close();
  });
});
