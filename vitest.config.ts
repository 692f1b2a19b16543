import { defineConfig } from 'vitest/config';

/** Only a fault takes as long as this: tests wait for conditions on machines of any speed. */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 25 } },
};

/**
 * Three kinds of tests, told apart by their names:
 * - `*.test.ts(x)` beside the code: rules, without a database;
 * - `*.db.test.ts` beside the code and all of tests/api: on a real PostgreSQL;
 * - tests/process: the built site as a process, killed and started again.
 *
 * The last two wait often, for databases and processes, so there are more workers than cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          isolate: false,
          include: ['{app,content,domain,emails,server,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          ...patience,
          isolate: false,
          include: ['{server,emails}/**/*.db.test.ts', 'tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          setupFiles: ['tests/support/fast-passwords.ts'],
        },
      },
      {
        test: {
          name: 'process',
          ...patience,
          include: ['tests/process/**/*.test.ts'],
          globalSetup: ['tests/support/site-template.ts'],
        },
      },
    ],
  },
});
