import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './tests/support/chromium.ts';
import { patience } from './tests/support/patience.ts';

/**
 * What only a browser shows, against the production build. Every worker has a site of its own
 * (tests/e2e/fixtures.ts). Tests run on a desktop; those that are marked with `@phone`, whose
 * subject is how things are laid out, on a phone as well.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each waits for its server now and then: a third worker has two cores to itself then.
  workers: 3,
  retries: 0,
  timeout: patience.test,
  expect: { timeout: patience.condition },
  globalSetup: './tests/support/site-template.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
    // A chart that is drawn sixty times a second keeps a core busy: those that test movement ask for it.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
});
