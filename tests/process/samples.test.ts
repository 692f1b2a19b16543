import { afterEach, expect, it } from 'vitest';
import { type OwnSite, runOwnSite } from '#tests/support/own-site.ts';
import { until } from '#tests/support/site-process.ts';

let site: OwnSite | undefined;
afterEach(() => site?.remove());

const pages = ['/', '/about', '/services', '/community', '/contact', '/education', '/videos'];

/** Matches contact details that belong to no one, and pictures that were made for the project. */
const sample = /example\.com|\/pictures\/|\+27 00 000 0000/;

async function readPages(environment: Record<string, string>): Promise<Record<string, string>> {
  site = await runOwnSite(environment);
  const { url } = site;
  await until('the site to be ready', async () => (await fetch(`${url}/readyz`)).ok);
  const texts = await Promise.all(
    pages.map(async (page) => [page, await (await fetch(url + page)).text()] as const),
  );
  return Object.fromEntries(texts);
}

it('a public site shows no sample, and every page works without them', async () => {
  const texts = await readPages({ SITE_URL: 'https://timevsprice.test' });
  for (const [page, html] of Object.entries(texts)) {
    expect(html, page).toMatch(/<h1/);
    expect(html, page).not.toMatch(sample);
  }
  expect(texts['/']).not.toContain('Testimonials');
  // A group without an address has no link, so it is left out.
  expect(texts['/community']).not.toContain('Free Telegram');
  expect(texts['/community']).toContain('The groups open soon.');
  expect(texts['/contact']).toContain('Send Message');
  expect(texts['/contact']).toContain('Privacy Policy');
  const privacy = await (await fetch(`${site?.url}/privacy`)).text();
  expect(privacy).toContain('POPIA');
  // An undecided text is not shown.
  expect(privacy).not.toContain('[your full name');
});

it('a local site shows samples of what a new site could look like', async () => {
  const texts = await readPages({});
  for (const page of ['/', '/about', '/community', '/contact'])
    expect(texts[page], page).toMatch(sample);
  expect(texts['/']).toContain('Testimonials');
  const privacy = await (await fetch(`${site?.url}/privacy`)).text();
  expect(privacy).toContain('[your full name');
});
