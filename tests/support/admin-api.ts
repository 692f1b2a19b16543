import { mentor } from './accounts.ts';
import { openAdmin } from './admin-calls.ts';
import { type ApiOptions, startApi } from './api.ts';
import { createTestDatabase } from './database.ts';

/**
 * Starts the API with its own database and running jobs, and signs the mentor in. `close` stops
 * everything.
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
