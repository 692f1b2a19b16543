import { defineConfig } from 'vitest/config';
import { patience } from './tests/support/patience.ts';

/** Slow tests wait for more: whole restores, rounds of outages, builds. */
const slowTimeouts = { testTimeout: 10 * patience.test, hookTimeout: 10 * patience.test };

const timeouts = {
  testTimeout: patience.test,
  hookTimeout: patience.test,
  expect: { poll: { timeout: patience.condition, interval: patience.interval } },
};

/** Files share the worker's modules, because importing the server takes seconds. */
const onDatabase = {
  isolate: false,
  globalSetup: ['tests/support/database-server.ts'],
  setupFiles: ['tests/support/fast-passwords.ts', 'tests/support/no-answers.ts'],
};

/**
 * Four kinds of tests:
 * - unit: `*.test.ts(x)` next to the code, without a database;
 * - server: `*.db.test.ts` next to the code and tests/api, on a real PostgreSQL;
 * - process: tests/process, the built site as a process;
 * - release and release-server: tests/release, slow tests that `npm run test:release` runs.
 *
 * Most of them wait for a database or a process, so there are more workers than cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          ...timeouts,
          isolate: false,
          include: ['{content,src,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          ...timeouts,
          ...onDatabase,
          include: ['src/**/*.db.test.ts', 'tests/api/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'process',
          ...timeouts,
          include: ['tests/process/**/*.test.ts'],
          globalSetup: ['tests/support/site-template.ts'],
        },
      },
      {
        test: {
          name: 'release',
          ...timeouts,
          ...slowTimeouts,
          include: ['tests/release/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          globalSetup: ['tests/support/site-template.ts'],
        },
      },
      {
        test: {
          name: 'release-server',
          ...timeouts,
          ...slowTimeouts,
          ...onDatabase,
          include: ['tests/release/**/*.db.test.ts'],
        },
      },
    ],
  },
});
