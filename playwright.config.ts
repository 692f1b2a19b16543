import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './tests/support/chromium.ts';
import { siteUrl } from './tests/support/site-under-test.ts';

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } };
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

/** What changes pages that other tests look at: it runs when they are done, one test at a time. */
const lastTests = /testimonials/;
/** Flows that are the same on every screen run once. */
const desktopTests = /\.desktop\.spec\.ts$/;
const last = { testMatch: lastTests, fullyParallel: false, workers: 1 };

/** Journeys in a real browser against the production build, on a desktop and on a phone. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Undoing a deletion takes its time: a third worker has two cores to itself then.
  workers: 3,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  globalSetup: './tests/e2e/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    baseURL: siteUrl,
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
    // Pictures of every step would cost as much as the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: lastTests,
      use: desktop,
    },
    {
      name: 'phone',
      testIgnore: [desktopTests, lastTests],
      use: phone,
    },
    { name: 'desktop-last', ...last, dependencies: ['desktop', 'phone'], use: desktop },
    {
      ...{ name: 'phone-last', ...last, dependencies: ['desktop-last'] },
      testIgnore: desktopTests,
      use: phone,
    },
  ],
});
