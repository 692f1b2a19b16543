import { afterEach, expect, it } from 'vitest';
import { prepareCluster } from '#platform/db/private/cluster.ts';
import {
  launchServer,
  type ServerProcess,
  TransientError,
  untilReady,
} from '#platform/db/private/launch.ts';
import { patience } from '#tests/support/patience.ts';
import { findFreePort, removeDirectory } from '#tests/support/site-process.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';

const directories: string[] = [];
const servers: ServerProcess[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all(directories.map(removeDirectory));
});

/** Starts the database of a copy of one data folder, so that all copies have the same password. */
async function launchCopy(port: number) {
  const directory = await createSiteDirectory();
  directories.push(directory);
  const cluster = await prepareCluster(directory);
  const server = launchServer(cluster, port);
  servers.push(server);
  return untilReady(server, cluster, AbortSignal.timeout(patience.condition));
}

it('the site does not report a database as ready if a copy of it answers on its port', async () => {
  const port = await findFreePort();
  await launchCopy(port);
  await expect(launchCopy(port)).rejects.toThrow(TransientError);
});
