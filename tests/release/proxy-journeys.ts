import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  createBookingVisitor,
  fillInVisitor,
  openBookingPage,
  openInstants,
  ownDate,
  pickDate,
  slotText,
  timeSelect,
} from '#tests/e2e/bookings.ts';
import { signOut, untilAlive } from '#tests/e2e/fixtures.ts';
import { slowDown, untilPercent } from '#tests/e2e/uploads.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';
import { hashStream } from '#tests/support/large-file.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { type ProxyKind, publicName } from '#tests/support/proxies.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import { makeAccount, waitForMail } from '#tests/support/site-accounts.ts';
import { until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { mentor } from '#tests/support/site-under-test.ts';
import { writeLargeVideo } from './large-video.ts';
import { expect, type ProxiedSite, test } from './proxied-fixtures.ts';

const megabyte = 1024 ** 2;
/** Far more than a proxy accepts or buffers of one body. */
const size = 64 * megabyte;
const zone = 'America/New_York';

async function signIn(page: Page, { email, password }: typeof mentor, next = '/admin') {
  await page.goto(`/login?next=${next}`);
  await untilAlive(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Starts a session of the mentor without the form. */
async function enter(page: Page, { from, origin }: ProxiedSite) {
  const answer = await from('127.0.0.1').send('POST', '/api/auth/sign-in/email', {
    body: mentor,
  });
  const cookies = answer.headers['set-cookie'] ?? [];
  await page.context().addCookies(
    cookies.map((line) => {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      return { name, value, url: origin, httpOnly: true, secure: true };
    }),
  );
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admin Dashboard' });

async function sendMessage(page: Page, name: string) {
  await page.goto('/contact');
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email Address').fill('visitor@example.com');
  await page.getByLabel('Message').fill('A message that came over https.');
  await press(page, 'Send Message');
  await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible();
}

/** Tests what visitors and the mentor do through one of the proxies. */
export function testBehind(proxyKind: ProxyKind): void {
  test.use({ proxyKind, timezoneId: zone });
  // All tests share one site and one proxy.
  test.describe.configure({ mode: 'default' });

  test('plain http redirects to https, and pages use HTTP/2', async ({ page, site }) => {
    const asked = get(`${site.plainOrigin}/about?from=mail`, { headers: { Host: publicName } });
    const [plain] = (await once(asked, 'response')) as [IncomingMessage];
    plain.resume();
    expect([301, 308]).toContain(plain.statusCode);
    const { protocol: scheme, hostname, pathname, search } = new URL(plain.headers.location ?? '');
    // Caddy assumes that its https port is 443 from outside.
    expect([scheme, hostname, pathname + search]).toEqual([
      'https:',
      publicName,
      '/about?from=mail',
    ]);
    const response = await page.goto('/about?from=mail');
    expect(response?.headers()['strict-transport-security']).toContain('max-age=31536000');
    const [protocol] = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((entry) => (entry as PerformanceNavigationTiming).nextHopProtocol),
    );
    expect(protocol).toBe('h2');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${site.origin}/about`,
    );
  });

  test('the mentor signs in with a second factor, and the cookies are https-only', async ({
    page,
    site,
  }) => {
    const account = await makeAccount(site.dataDirectory);
    await signIn(page, account, '/admin/account');
    await press(page, 'Add Authenticator App');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await press(page, 'Continue');
    const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
    await page.getByLabel('Code', { exact: true }).fill(showCode(secret));
    await press(page, 'Verify Code');
    await press(page, 'I’ve saved them');
    await page.getByRole('link', { name: 'Leads' }).click();
    // A page that is still loading would be refused, and the browser would log it.
    await expect(dashboard(page)).toBeVisible();
    await expect(page.getByTestId('admin-skeleton')).toHaveCount(0);
    await signOut(page);

    await signIn(page, account);
    await expect(page).toHaveURL('/login/challenge?next=/admin');
    await page.getByLabel('Code').fill(showNextCode(secret));
    await press(page, 'Verify');
    await expect(dashboard(page)).toBeVisible();
    const cookies = await page.context().cookies();
    expect(cookies.every(({ secure }) => secure)).toBe(true);
    // Scripts can only read that this browser has signed in, for the link to the admin.
    const readable = cookies.filter(({ httpOnly }) => !httpOnly);
    expect(readable).toMatchObject([{ name: 'site.signed-in', value: '1' }]);
    const others = cookies.filter(({ httpOnly }) => httpOnly);
    expect(others.length).toBeGreaterThan(0);
    for (const { name } of others) expect(name).toMatch(/^__(?:Secure|Host)-/);
  });

  test('a message appears live in the admin', async ({ page, site }) => {
    await enter(page, site);
    const listening = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
    await page.goto('/admin');
    await listening;
    const name = `Naledi ${crypto.randomUUID().slice(0, 8)}`;
    const sent = await site.from('127.5.0.7').send('POST', '/api/leads', {
      body: contactBody({ name }),
    });
    expect(sent.status).toBe(201);
    await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
  });

  test('a visitor sends a message with a script', async ({ page, site }) => {
    const name = `Nomsa ${crypto.randomUUID().slice(0, 8)}`;
    await sendMessage(page, name);
    const database = await findPrivateDatabase(site.dataDirectory);
    expect(await query(database, 'select 1 from leads where name = $1', [name])).toHaveLength(1);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a visitor sends a message', async ({ page, site }) => {
      const name = `Ingrid ${crypto.randomUUID().slice(0, 8)}`;
      await sendMessage(page, name);
      const database = await findPrivateDatabase(site.dataDirectory);
      expect(await query(database, 'select 1 from leads where name = $1', [name])).toHaveLength(1);
    });
  });

  test('a session is booked, moved and cancelled through the link in the mail', async ({
    page,
    site,
  }) => {
    const visitor = createBookingVisitor('Zanele');
    const date = ownDate();
    const [first, second] = openInstants(date, zone);
    await openBookingPage(page, date);
    await fillInVisitor(page, visitor);
    await pickDate(page, date);
    await timeSelect(page).selectOption(slotText(first, zone));
    await press(page, 'Book Now');
    await expect(page.getByText('Booking successful! We will be in touch shortly.')).toBeVisible();

    const mail = await waitForMail(visitor.email, /./, site.dataDirectory);
    const link = new RegExp(`${site.origin}/booking/[\\w-]+`).exec(mail)?.[0] ?? mail;
    await page.goto(link);
    await untilAlive(page);
    await pickDate(page, date);
    await timeSelect(page).selectOption(slotText(second, zone));
    await press(page, 'Move Session');
    await expect(page.getByRole('status')).toContainText('Your session has been moved.');
    await page.getByText('Cancel Session', { exact: true }).click();
    await press(page, 'Yes, cancel it');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This session is cancelled');
  });

  test('a large video is uploaded in two halves and played from the middle', async ({
    page,
    site,
  }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chosen-'));
    const file = path.join(folder, 'lesson.mp4');
    const hash = await writeLargeVideo(file, size);
    await enter(page, site);
    await page.goto('/admin/videos?new');
    await untilAlive(page);
    const line = await slowDown(page, 16 * megabyte);
    await page.getByLabel('Video', { exact: true }).setInputFiles(file);
    const row = page.getByRole('list', { name: 'Video: chosen' }).getByRole('listitem');
    await untilPercent(row.getByRole('progressbar'), 40);
    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(row).toContainText('Paused.');
    const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
    await line.restore();
    await row.getByRole('button', { name: 'Resume' }).click();
    expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(size / 4);
    await page.getByLabel('Title', { exact: true }).fill('How far?');
    await page.getByLabel('Subtitle').fill('A long lesson.');
    await press(page, 'Upload Video');
    await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
    await rm(folder, { recursive: true });

    // The index is at the end of the file, so the player requests the end first, then a part.
    const parts: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.status() === 206) parts.push(response.headers()['content-range']);
    });
    await page.goto('/videos');
    const link = page.getByRole('link', { name: 'Play How far?' });
    const video = page.locator('video');
    // The poster, and with it the link, covers the video.
    await expect(link.or(video)).toBeVisible();
    if (await link.isVisible()) await link.click();
    await video.evaluate(async (node: HTMLVideoElement) => {
      node.muted = true;
      node.currentTime = 6;
      await node.play();
    });
    await expect
      .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime))
      .toBeGreaterThan(6);
    const starts = parts.map((range) => Number(/^bytes (\d+)-/.exec(range ?? '')?.[1]));
    expect(Math.max(...starts)).toBeGreaterThan(size - megabyte);

    const [{ video_url }] = await query(
      await findPrivateDatabase(site.dataDirectory),
      'select video_url from videos',
    );
    const asked = site.from('127.0.0.1').open('GET', video_url);
    asked.end();
    const [answer] = await once(asked, 'response');
    expect(await hashStream(answer)).toBe(hash);
  });

  test('a part that is cut off is kept up to where it ended', async ({ site }) => {
    const { send, open } = site.from('127.0.0.1');
    const signedIn = await send('POST', '/api/auth/sign-in/email', { body: mentor });
    const headers = {
      Cookie: (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
      'Tus-Resumable': '1.0.0',
    };
    const metadata = { name: 'lesson.mp4', type: 'video/mp4', kind: 'video' };
    const started = await send('POST', '/api/uploads', {
      headers: {
        ...headers,
        'Upload-Length': String(8 * megabyte),
        'Upload-Metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${btoa(value)}`)
          .join(','),
      },
    });
    expect(started.status).toBe(201);
    const address = started.headers.location ?? '';
    const type = 'application/offset+octet-stream';
    const part = open('PATCH', address, {
      ...headers,
      'Upload-Offset': '0',
      'Content-Type': type,
      'Content-Length': String(8 * megabyte),
    });
    part.on('error', () => {});
    part.write(sampleVideo(3 * megabyte));
    // Checked on the disk, because requesting the offset would end the part that is being sent.
    const file = path.join(site.dataDirectory, 'uploads-in-progress', path.posix.basename(address));
    const size = async () => (await stat(file)).size;
    await expect.poll(size).toBe(3 * megabyte);
    part.destroy();
    const known = await send('HEAD', address, { headers });
    expect(known.headers['upload-offset']).toBe(String(3 * megabyte));
  });

  test("limits and the activity list show the visitor's address, not a forged one", async ({
    page,
    site,
  }) => {
    /** Signs in with a wrong password, so that the address appears in the activity list. */
    const tryToSignIn = ({ send }: ReturnType<typeof site.from>, forged: string) =>
      send('POST', '/api/auth/sign-in/email', {
        headers: { 'X-Forwarded-For': forged, Forwarded: `for=${forged}`, 'X-Real-IP': forged },
        body: { ...mentor, password: 'not the right one' },
      });
    expect((await tryToSignIn(site.from('127.1.0.7'), '192.0.2.1')).status).toBe(401);
    await site.withPort(async (from) => {
      expect((await tryToSignIn(from('127.2.0.7'), '192.0.2.1')).status).toBe(401);
    });
    await enter(page, site);
    await page.goto('/admin/account');
    const log = page.getByRole('region', { name: 'Activity log' });
    for (const address of ['127.1.0.7', '127.2.0.7']) {
      // The address has no port after it.
      const entry = log.getByRole('listitem').filter({ hasText: new RegExp(`${address}(?!:)`) });
      await expect(entry).toBeVisible();
    }
    await expect(log).not.toContainText('192.0.2.1');

    let index = 0;
    const write = (localAddress: string) => {
      index += 1;
      return site.from(localAddress).send('POST', '/api/leads', {
        headers: { 'X-Forwarded-For': `192.0.2.${index}` },
        body: contactBody(),
      });
    };
    await until('the limit to be reached', async () => (await write('127.3.0.7')).status === 429);
    expect((await write('127.4.0.7')).status).toBe(201);
  });
}
