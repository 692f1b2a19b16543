import { mentor } from '#tests/support/site-under-test.ts';
import type { EnginePage } from './engine-browser.ts';

/** The ten main journeys through the site, written once for every engine. */
export type Journey = (page: EnginePage) => Promise<void>;

/** The links of the header, with the heading of each page. */
const pages = [
  ['About', '/about', 'About'],
  ['Services', '/services', 'Our Premium Services'],
  ['Mentorship', '/mentorship', 'Book Your Mentorship Session'],
  ['Community', '/community', 'Free Telegram'],
  ['Education', '/education', 'Trade Like a Pro'],
  ['Video Insights', '/videos', 'Video Insights'],
  ['Freebies', '/freebies', 'Free Resources'],
  ['Contact', '/contact', 'Prefer to write directly?'],
] as const;

const untilTheme = (page: EnginePage, theme: 'dark' | 'light') =>
  page.until(`the ${theme} theme`, `document.documentElement.className === '${theme}'`);

/** Chooses the first day with free hours, in the shown month or a later one. */
async function pickFirstFreeDay(page: EnginePage): Promise<void> {
  await page.press('button', /^Date/);
  await page.see('dialog', 'Choose a date');
  // The rest of this month may have no free hours, but the next month does.
  await page.press('button', 'Go to the Next Month');
  const day = `document.querySelector('[role="dialog"] [data-day] button:not(:disabled)')`;
  await page.until('a day with free hours', day);
  await page.driver.press(day);
  await page.until(
    'the calendar to close',
    `!document.querySelector('[role="dialog"] [data-day]')?.checkVisibility()`,
  );
}

async function book(page: EnginePage, name: string): Promise<void> {
  await page.open('/mentorship');
  await page.type('Full Name', name);
  await page.type('Email Address', 'visitor@example.com');
  await page.press('radio', /^1-on-1 Session/);
  await page.choose('Meeting Type', 3);
  await page.choose('Trading Knowledge', 1);
  await pickFirstFreeDay(page);
  await page.choose('Time', 1);
  await page.press('button', 'Book Now');
  await page.see('heading', 'Your session is booked');
}

async function signIn(page: EnginePage): Promise<void> {
  await page.open('/login');
  await page.type(/^Email/, mentor.email);
  await page.driver.type(`document.querySelector('input[name="password"]')`, mentor.password);
  await page.press('button', 'Sign In');
  await page.untilAt('/admin/today');
  await page.see('heading', 'Admin Dashboard');
}

/** A film that is played, goes to a later position, and goes back. */
export const watchLesson =
  (path: string): Journey =>
  async (page) => {
    await page.open(path);
    const player = `document.querySelector('video')`;
    await page.driver.evaluate(`${player}.muted = true; ${player}.play();`);
    await page.until('the film to play', `${player}.currentTime > 0.3`);
    for (const second of [31, 7]) {
      await page.driver.evaluate(`${player}.currentTime = ${second};`);
      await page.until(
        `the film to play from second ${second}`,
        `!${player}.seeking && Math.abs(${player}.currentTime - ${second} - 1) < 0.9`,
      );
    }
  };

/** A converted film is played upright, as large as it was filmed. */
export const playConverted =
  (path: string, [width, height]: [number, number]): Journey =>
  async (page) => {
    await page.open(path);
    const player = `document.querySelector('video')`;
    await page.driver.evaluate(`${player}.muted = true; ${player}.play();`);
    await page.until(
      'the film to play upright',
      `${player}.currentTime > 0.3 && ${player}.videoWidth === ${width} && ${player}.videoHeight === ${height}`,
    );
  };

export const journeys: Record<string, Journey> = {
  'home, then the services': async (page) => {
    await page.open('/');
    await page.see('heading', 'Master The Markets with Time VS Price');
    await page.until('the candles', `document.querySelector('canvas')?.checkVisibility()`);
    await page.follow('Explore Courses', '/services');
    await page.see('heading', 'Our Premium Services');
  },

  'every page, through the header': async (page) => {
    await page.open('/');
    for (const [link, path, words] of pages) {
      await page.follow(link, path);
      await page.read(words);
      await page.until('the top of the page', 'window.scrollY === 0');
    }
  },

  'the theme, which stays as chosen': async (page) => {
    await page.openAsStranger('/about');
    await untilTheme(page, 'dark');
    const isDark = await page.driver.evaluate(
      `return matchMedia('(prefers-color-scheme: dark)').matches;`,
    );
    const [system, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
    await page.open('/');
    await untilTheme(page, system);
    await page.press('button', 'Toggle theme');
    await untilTheme(page, other);
    await page.open('/');
    await untilTheme(page, other);
    await page.press('button', 'Toggle theme');
    await untilTheme(page, system);
    await page.open('/services');
    await untilTheme(page, system);
  },

  'the menu on a phone': async (page) => {
    await page.driver.resize(390, 844);
    await page.open('/');
    await page.press('button', 'Open menu');
    await page.see('dialog', 'Menu');
    await page.follow('Community', '/community');
    await page.see('heading', 'Free Telegram');
  },

  'a purchase inquiry': async (page) => {
    await page.open('/services');
    await page.press('button', 'Purchase now');
    await page.see('dialog', 'Course Purchase Inquiry');
    await page.press('button', 'Submit Request');
    await page.read('Name must be at least 2 characters.');
    await page.type(/^Name/, 'Amahle');
    await page.type(/^Email/, 'amahle@example.com');
    await page.press('button', 'Submit Request');
    await page.read("Thank you! We've received your request and will be in touch shortly.");
  },

  'a message': async (page) => {
    await page.open('/contact');
    await page.type('Full Name', 'Thandi');
    await page.type('Email Address', 'thandi@example.com');
    await page.type('Message', 'Too short');
    await page.press('button', 'Send Message');
    await page.read('Message must be at least 10 characters.');
    await page.type('Message', ', now long enough.');
    await page.press('button', 'Send Message');
    await page.read("Message sent! We'll get back to you soon.");
  },

  'a booking': (page) => book(page, 'Zanele'),

  'a booking, cancelled through its private link': async (page) => {
    await book(page, 'Themba');
    await page.follow('Move or cancel', /^\/booking\//);
    await page.see('heading', 'Cancel');
    await page.driver.press("document.querySelector('[aria-labelledby=cancel] summary')");
    await page.press('button', 'Yes, cancel it');
    await page.see('heading', 'This session is cancelled');
  },

  'a post, a video, a guide and a portrait': async (page) => {
    await page.open('/education');
    await page.follow(/Read More/, /^\/education\/./);
    await page.follow('Back to Education', '/education');
    await page.see('heading', 'Trade Like a Pro');
    await page.open('/videos');
    await page.press('link', /^Play /);
    await page.until(
      'a video in the place of its picture',
      `document.querySelector('video')?.checkVisibility()`,
    );
    await page.open('/freebies');
    await page.see('link', /View & Download/);
    await page.open('/about');
    await page.until(
      'a picture',
      `((picture) => {
        picture?.scrollIntoView();
        return picture?.naturalWidth > 0;
      })(document.querySelector('main picture img'))`,
    );
  },

  'sign-in, a new public course, sign-out': async (page) => {
    await signIn(page);
    await page.read('Thandi');
    await page.open('/admin/courses');
    await page.press('link', 'Add course');
    const title = `Gold at the open, by ${page.driver.engine}`;
    await page.type('Title', title);
    await page.type(/^Amount/, 'R 750');
    await page.press('button', 'Add Course');
    await page.read('Course added successfully');
    await page.press('button', 'Account menu');
    await page.press('button', 'Sign Out');
    await page.untilAt('/');
    await page.see('heading', 'Master The Markets with Time VS Price');
    await page.open('/services');
    await page.read(title);
  },
};
