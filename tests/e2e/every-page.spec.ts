import type { Page } from '@playwright/test';
import { siteUrl } from '#tests/support/site-under-test.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoExcess,
  readAsProgram,
  test,
  untilAlive,
  watchHosts,
} from './fixtures.ts';

/** Every public page: its heading and texts. */
const pages: [path: string, heading: string, ...texts: string[]][] = [
  [
    '/',
    'Master The Markets with Time VS Price',
    'Turn Confusion into Clarity - Trade Smarter',
    'Join Our Community',
    'Explore Courses',
    '1-on-1 Mentorship',
    'Community Access',
    'How do I book a session?',
    'Privacy Policy',
  ],
  [
    '/services',
    'Our Premium Services',
    'R1000',
    'R2000',
    '50% OFF',
    'R500',
    'one-time payment',
    'Pay by bank transfer.',
    'Purchase now',
    'Get the Blueprint',
    'Schedule Free Call',
  ],
  [
    '/about',
    'A strategy built on two questions',
    'The founder',
    'Our mission',
    'Our vision',
    'Proven Strategy',
    'Supportive Community',
    'Results-Oriented',
  ],
  [
    '/mentorship',
    'One hour, your charts, your questions',
    'Intro Call',
    '15 min',
    '1-on-1 Session',
    '1 hour',
    'R1000',
    'Full Mentorship Package',
    'R3000',
    'What you get',
    'Pay by bank transfer.',
  ],
  ['/community', 'Learn in good company', 'Free Telegram', 'Free WhatsApp', 'Free Facebook Group'],
  [
    '/contact',
    'Ask the question you have been putting off',
    'Full Name',
    'Email Address',
    'Message',
    'Send Message',
    'Instagram',
    'YouTube',
    'Facebook',
    'TikTok',
  ],
  ['/privacy', 'Privacy Policy', 'the Information Regulator', '24 months after we receive them'],
  ['/terms', 'Terms of Service', 'Education, not advice', 'Other terms'],
  ['/privacy/request', 'Your data', 'What should we do?', 'Send Request'],
  ['/videos', 'Video Insights'],
  ['/freebies', 'Free Resources'],
  ['/education', 'Trade Like a Pro'],
  // Without a mail server, as here.
  ['/library', 'Write to us', 'This site sends no emails yet'],
  ['/login', 'Admin Login'],
  ['/login/sign-up', 'Sign up'],
  ['/login/forgot-password', 'Forgot your password?'],
  ['/login/magic-link?sent', 'Sign in by email'],
  ['/login/code', 'Sign in with a code'],
  ['/login/verify-code?sent&email=a@example.com', 'Enter your code'],
];

/** The types in the structured data of each page. */
const described: Record<string, string[]> = {
  '/': ['Organization', 'FAQPage'],
  '/services': ['Organization', 'Course', 'Service', 'BreadcrumbList'],
  '/about': ['Organization', 'BreadcrumbList'],
  '/mentorship': ['Organization', 'BreadcrumbList'],
  '/community': ['BreadcrumbList'],
  '/contact': ['Organization', 'BreadcrumbList'],
  '/videos': ['BreadcrumbList'],
  '/freebies': ['BreadcrumbList'],
  '/education': ['BreadcrumbList'],
};

/** Records layout shifts from the first paint on. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const describe = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent;
          return `${describe(previousRect)} -> ${describe(currentRect)}: ${name}`;
        });
        shifts.push([value, ...moved].join('; '));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'shifts'));
}

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  for (const text of texts) {
    await expect.poll(() => page.locator('body').innerText()).toContain(text);
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/**
 * Checks that larger text does not make the page wider than a phone or push the header's controls
 * off screen.
 */
async function expectRoomForLargeText(page: Page): Promise<void> {
  for (const [width, size] of [
    [320, '150%'],
    [360, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
    await expectNoExcess(page);
    for (const name of ['Open menu', 'Toggle theme'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
}

/** A `layout-shift` entry, which TypeScript's types lack. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Checks what search engines and shared links show: title, description, URL and picture. */
async function expectShareable(page: Page, path: string, types: string[]): Promise<void> {
  const { title, values, data } = await readAsProgram(page, path);
  expect(title, 'says more than one word').toMatch(/^\S+ \S.* · /);
  expect(values['og:title']).toBe(title);
  expect(values.description).toMatch(/\w+ \w+/);
  expect(values.canonical).toBe(siteUrl + path);
  expect(values['og:url']).toBe(siteUrl + path);
  const picture = await page.request.get(values['og:image'] ?? '');
  expect(picture.headers()['content-type']).toMatch(/^image\/(?:png|jpeg)$/);
  expect(data.map((each) => each['@type'])).toEqual(expect.arrayContaining(types));
}

async function expectInOrder(
  page: Page,
  [path, heading, ...texts]: (typeof pages)[number],
  { isMobile, readShifts }: { isMobile: boolean; readShifts: () => Promise<string[]> },
): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  await untilAlive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveTitle(/Time vs Price/);
  await expectTexts(page, texts);
  await expect(page.getByText('education, not financial advice')).toHaveCount(1);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
  expect(await readShifts(), 'nothing moves').toEqual([]);
  for (const width of isMobile ? [320, 360, 390, 768] : [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoExcess(page);
  }
  if (isMobile) await expectRoomForLargeText(page);
  if (isMobile) return;
  // The markup is the same on a phone.
  await expectAccessibleInBothThemes(page);
  const types = described[path];
  if (types) await expectShareable(page, path, types);
  if (path.startsWith('/login'))
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
}

/** The number of pages in one test. */
const perTest = 5;

for (let first = 0; first < pages.length; first += perTest) {
  const some = pages.slice(first, first + perTest);
  test(`${some.map(([path]) => path).join(', ')}: texts, hosts, layout and accessibility`, {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    const hosts = watchHosts(page);
    const readShifts = await watchShifts(page);
    const viewport = page.viewportSize();
    // The fonts load after the page is interactive, long after its first paint.
    await page.route(/\.woff2$/, async (route) => {
      await untilAlive(page);
      await route.continue();
    });
    for (const one of some)
      await test.step(one[0], async () => {
        if (viewport) await page.setViewportSize(viewport);
        await expectInOrder(page, one, { isMobile, readShifts });
      });
    expect([...hosts]).toEqual([new URL(page.url()).host]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read, and the header links to the others', async ({ page }) => {
    for (const [path, heading, ...texts] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectTexts(page, texts);
      // The remaining buttons submit forms.
      await expect(page.locator('button:visible:not([type=submit])')).toHaveCount(0);
    }
    await page.goto('/');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('header img:visible')).toHaveAttribute(
        'src',
        `/brand/logo-${colorScheme}.svg`,
      );
    }
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveCount(8);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  });
});

test('a message can be sent with the keyboard alone', async ({ page }) => {
  await page.goto('/contact');
  await untilAlive(page);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [label, text] of [
    ['Full Name', 'Sipho Keyboard'],
    ['Email Address', 'sipho.keyboard@example.com'],
    ['Message', 'Written without a mouse.'],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }),
    'the policy comes before the button',
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible();
});
