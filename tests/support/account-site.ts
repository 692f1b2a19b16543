import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { mentor } from './accounts.ts';
import { type ApiOptions, startApi, type TestApi } from './api.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { query } from './site-state.ts';

type Options = Omit<ApiOptions, 'connectionString'>;

interface AccountSite extends TestApi {
  connectionString: string;
  /** Runs a statement on the site's database and returns its rows. */
  query: (text: string, values?: unknown[]) => ReturnType<typeof query>;
}

/** Runs a site with the mentor's account, once per test or once for the whole file. */
export function runAccountSite(
  readOptions: () => Options = () => ({}),
  { isShared = false } = {},
): AccountSite {
  const [before, after] = isShared ? [beforeAll, afterAll] : [beforeEach, afterEach];
  const site = {} as AccountSite;
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    const { connectionString } = database;
    const api = await startApi({ connectionString, admin: mentor, ...readOptions() });
    Object.assign(site, api, {
      connectionString,
      query: (text: string, values?: unknown[]) => query(connectionString, text, values),
    });
    await site.startJobs();
  });
  after(async () => {
    await site.stop();
    await database.drop();
  });
  return site;
}
