import { defineConfig } from '@playwright/test';
import browserTests from '../../playwright.config.ts';

/**
 * The browser tests of the built site behind nginx and Caddy, as part of `npm run test:release`.
 */
export default defineConfig({
  ...browserTests,
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/proxies',
  globalSetup: '../support/site-template.ts',
  reporter: [['list'], ['json', { outputFile: '../../test-results/proxies.json' }]],
  projects: browserTests.projects?.filter(({ name }) => name === 'desktop') ?? [],
});
