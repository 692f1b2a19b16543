import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseAway, type OwnSite, runOwnSite } from '#tests/support/own-site.ts';
import { until } from '#tests/support/site-process.ts';

let site: OwnSite;

beforeAll(async () => {
  site = await runOwnSite({ DATABASE_URL: await databaseAway(), LOG_LEVEL: 'info' });
});
afterAll(() => site.remove());

/** Has the format of a token in a private link. */
const token = 'sPzQ8nW3R1-rZbM0g7m2cQ5yT9uVxK_aLdEfGhIjKlM';

/** Returns the log lines of a request, by its id. */
const linesOf = (id: string) =>
  site
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function ask(path: string, init: RequestInit = {}) {
  const id = randomUUID();
  const headers = { ...init.headers, 'X-Request-Id': id, Referer: `${site.url}/booking/${token}` };
  await fetch(site.url + path, { redirect: 'manual', ...init, headers });
  const line = await until(`a line about ${path}`, () =>
    linesOf(id).find(({ msg }) => msg === 'request'),
  );
  return line;
}

it.each([
  ['/', '/'],
  ['/_.data', '/'],
  [`/booking/${token}`, '/booking/:token'],
  [`/booking/${token}/`, '/booking/:token'],
  [`/BOOKING/${token}`, '/booking/:token'],
  [`/booking/${token}.data`, '/booking/:token'],
  [`/booking/${token}/invitation.ics`, '/booking/:token/invitation.ics'],
  [`/booking/${token}/more`, '*'],
  [`/login/new-password?token=${token}`, '/login/new-password'],
  [`/login/setup.data?token=${token}`, '/login/setup'],
  [`/education/${token}`, '/education/:id'],
  [`/${token}`, '*'],
  [`/assets/${token}.js`, '*'],
  ['/favicon.svg', '/favicon.svg'],
  [`/api/leads/${token}`, '/api/*'],
  [`/api/events?after=${token}`, '/api/events'],
  [`/storage/testimonials/${token}.png`, '/storage/*'],
  [`/images/${token}`, '/images/*'],
])('%s is logged as %s', async (path, route) => {
  expect(await ask(path)).toMatchObject({ method: 'GET', route });
});

it('contains only JSON lines of the site, with no data from requests', async () => {
  const body = new URLSearchParams({ intent: 'cancel', name: 'Secret words' });
  expect(await ask(`/booking/${token}`, { method: 'POST', body })).toMatchObject({
    route: '/booking/:token',
  });
  // No route accepts this, and the router's own error message would contain the address.
  expect(await ask(`/education/${token}`, { method: 'POST', body })).toMatchObject({ status: 405 });
  const lead = {
    id: randomUUID(),
    source: 'Contact Form Submission',
    name: 'Secret words',
    email: 'secret@example.com',
    message: 'Secret words of a visitor',
  };
  const headers = { 'Content-Type': 'application/json' };
  await ask('/api/leads', { method: 'POST', body: JSON.stringify(lead), headers });
  await ask('/contact.php', { method: 'POST', body: JSON.stringify(lead), headers });
  await until('the attempt to write to the journal', () =>
    site.output().includes('Not in the database yet'),
  );
  expect(site.output()).not.toMatch(/secret|Failed query/i);
  expect(site.output()).not.toContain(token);
  // Each line is one JSON object, from the start on.
  const lines = site.output().trim().split('\n');
  const messages = lines.map((line) => JSON.parse(line).msg);
  expect(messages).toContainEqual(expect.stringMatching(/ is at http:\/\/localhost:\d+$/));
});
