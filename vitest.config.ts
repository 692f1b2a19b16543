import { defineConfig } from 'vitest/config';
import { patience } from './tests/support/patience.ts';

const timeouts = {
  testTimeout: patience.test,
  hookTimeout: patience.test,
  expect: { poll: { timeout: patience.condition, interval: 25 } },
};

/** What is kept in memory or on a disk, and what is to happen once. */
const aboutSeveralProcesses = [
  ...['uploads', 'stored-files', 'limits', 'captcha', 'settings', 'settings-in-use'],
  ...['changes', 'kept-pages', 'mailed-once', 'message', 'booking-races', 'reminders'],
  ...['accounts', 'second-factor', 'mail-sign-in', 'trash', 'visits', 'visit-origins'],
];

/**
 * Three kinds of tests, told apart by their names:
 * - `*.test.ts(x)` beside the code: rules, without a database;
 * - `*.db.test.ts` beside the code and all of tests/api: on a real PostgreSQL;
 * - tests/process: the built site as a process, killed and started again.
 *
 * Some of the second kind run once more with two sites side by side (tests/support/two-sites.ts), those
 * about what several processes share. `npm run test:two` runs all of tests/api so.
 *
 * The last ones wait often, for databases and processes, so there are more workers than cores.
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
          include: ['{app,content,domain,emails,server,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          ...timeouts,
          isolate: false,
          include: ['{server,emails}/**/*.db.test.ts', 'tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          setupFiles: ['tests/support/fast-passwords.ts', 'tests/support/no-answers.ts'],
        },
      },
      {
        test: {
          name: 'two',
          ...timeouts,
          isolate: false,
          env: { SITES: '2' },
          include: aboutSeveralProcesses.map((name) => `tests/api/${name}.db.test.ts`),
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
    ],
  },
});
