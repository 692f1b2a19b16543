import { defineConfig } from 'vitest/config';

/**
 * Three kinds of tests, told apart by their names:
 * - `*.test.ts(x)` beside the code: rules, without a database;
 * - `*.db.test.ts` beside the code and all of tests/api: on a real PostgreSQL;
 * - tests/process: the built site as a process, killed and started again.
 *
 * The last two wait often, for databases and processes, so there is one worker more than cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,content,domain,emails,server,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,emails}/**/*.db.test.ts', 'tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          testTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
