import { defineConfig } from 'vitest/config';
import { patience } from './tests/support/patience.ts';

const timeouts = {
  testTimeout: patience.test,
  hookTimeout: patience.test,
  expect: { poll: { timeout: patience.condition, interval: 25 } },
};

/**
 * Four kinds of tests:
 * - unit: `*.test.ts(x)` next to the code, without a database;
 * - server: `*.db.test.ts` next to the code and tests/api, on a real PostgreSQL;
 * - process: tests/process, the built site as a process;
 * - release: tests/release, slow tests that `npm run test:release` runs.
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
          isolate: false,
          include: ['src/**/*.db.test.ts', 'tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          setupFiles: ['tests/support/fast-passwords.ts', 'tests/support/no-answers.ts'],
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
          testTimeout: 10 * patience.test,
          hookTimeout: 10 * patience.test,
          expect: timeouts.expect,
          include: ['tests/release/**/*.test.ts'],
          globalSetup: ['tests/support/site-template.ts'],
        },
      },
    ],
  },
});
