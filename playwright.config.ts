import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './tests/support/chromium.ts';
import { patience } from './tests/support/patience.ts';

/**
 * Tests that need a browser, against the production build. Each worker has its own site
 * (tests/e2e/fixtures.ts). Tests run on a desktop; layout tests, marked with `@phone`, also run on
 * a phone.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Workers often wait for their server, so three of them fit on two cores.
  workers: 3,
  retries: 0,
  timeout: patience.test,
  expect: { timeout: patience.condition },
  globalSetup: './tests/support/site-template.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // An action waits for a condition as well: for its element to be visible, enabled and at rest.
    actionTimeout: patience.condition,
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
    // Animated charts keep a core busy. Tests of movement turn it on.
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
