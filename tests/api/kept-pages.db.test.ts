import { expect, it } from 'vitest';
import { blogPosts } from '#platform/db/schema/schema.ts';
import type { TestApi } from '#tests/support/api.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

const readFeed = async (api: TestApi) => {
  const response = await api.fetch(new Request('http://localhost/feed.xml'));
  return { status: response.status, text: await response.text() };
};

const writePost = (title: string, publishedAt = new Date()) =>
  outage.db.insert(blogPosts).values({
    ...{ title, date: '2026-11-21', content: 'How far? How long?', publishedAt },
  });

const untilItShows = (api: TestApi, title: string) =>
  expect.poll(async () => (await readFeed(api)).text).toContain(title);

it('what is scheduled while a page is kept appears at its time, in every process', async () => {
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
  'with the database away (%s), fifty get the last page each, and the new one once it is back',
  async (way) => {
    const api = await outage.start();
    await writePost('Before');
    await untilItShows(api, 'Before');
    // Where there are two, the other one has to know it as well.
    await untilItShows(api, 'Before');
    await outage.passage[way]();
    const fifty = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => readFeed(api)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers.every(({ text }) => text.includes('Before'))).toBe(true);
    };
    await fifty();
    // It notices that it hears of nothing, and goes on giving what it has.
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
