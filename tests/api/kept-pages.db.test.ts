import { expect, it } from 'vitest';
import { blogPosts } from '#platform/db/schema/content-schema.ts';
import type { TestApi } from '#tests/support/api.ts';
import { setUpOutage, usualWaits } from '#tests/support/outage.ts';

const outage = setUpOutage();

const readFeed = async (api: TestApi) => {
  const response = await api.fetch(new Request('http://localhost/feed.xml'));
  return { status: response.status, text: await response.text() };
};

const writePost = (title: string, publishedAt = new Date()) =>
  outage.db.insert(blogPosts).values({
    title,
    date: '2026-11-21',
    content: 'How far? How long?',
    publishedAt,
  });

const untilItShows = (api: TestApi, title: string) =>
  expect.poll(async () => (await readFeed(api)).text).toContain(title);

it('shows scheduled content at its time in every process, although the page is cached', async () => {
  let now = new Date('2026-11-23T08:00:00Z');
  const friday = new Date('2026-11-23T09:00:00Z');
  const processes = [
    await outage.start({ now: () => now }),
    await outage.start({ now: () => now }),
  ];
  await writePost('Before', new Date('2026-11-01'));
  for (const api of processes) await untilItShows(api, 'Before');
  await writePost('On Friday', friday);
  await writePost('After', new Date('2026-11-01'));
  for (const api of processes) {
    await untilItShows(api, 'After');
    expect((await readFeed(api)).text).not.toContain('On Friday');
  }
  now = friday;
  for (const api of processes) expect((await readFeed(api)).text).toContain('On Friday');
});

it.each(['cut', 'freeze'] as const)(
  'serves the last page to fifty requests while the database is unavailable (%s), then the new one',
  async (way) => {
    const api = await outage.start(usualWaits);
    await writePost('Before');
    await untilItShows(api, 'Before');
    // With two processes, the other one must know it as well.
    await untilItShows(api, 'Before');
    await outage.passage[way]();
    const fifty = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => readFeed(api)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers.every(({ text }) => text.includes('Before'))).toBe(true);
    };
    await fifty();
    // The site notices that notifications have stopped, and continues to serve its cached page.
    await expect
      .poll(async () => {
        await fifty();
        return api.logged();
      })
      .toContain('Serving an older page');
    await writePost('Meanwhile');
    await outage.passage.restore();
    await untilItShows(api, 'Meanwhile');
  },
);
