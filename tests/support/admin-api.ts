import { mentor } from './accounts.ts';
import { openAdmin } from './admin-calls.ts';
import { type ApiOptions, startApi } from './api.ts';
import { createTestDatabase } from './database.ts';

/**
 * What most tests of the back office begin with: a database of their own, the API on it with its jobs
 * at work, and the mentor signed in. `close` ends them all.
 */
export async function startAdminApi(options: Omit<ApiOptions, 'connectionString' | 'admin'> = {}) {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const api = await startApi({ ...options, connectionString, admin: mentor });
  await api.startJobs();
  const admin = await openAdmin(api);
  const close = async () => {
    await api.stop();
    await database.drop();
  };
  return { connectionString, api, admin, close };
}
