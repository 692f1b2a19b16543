import { mkdir } from 'node:fs/promises';
import { launchServer, PassingFailure, untilReady } from '#server/db/private/launch.ts';
import { prepareOpenCluster, runOnServer } from '#tests/support/database-server.ts';
import { severDatabase } from '#tests/support/severable-database.ts';
import { findFreePort, until } from '#tests/support/site-process.ts';
import type { OwnClock } from './own-clock.ts';

/** Longer than any start of it may take, in milliseconds. */
const startDeadline = 60_000;

/** Starts a PostgreSQL that is not the site's own, behind a passage that can be cut. */
export async function openOutsideDatabase(directory: string, clock: OwnClock | undefined) {
  await mkdir(directory, { recursive: true });
  const { cluster, toServer } = await prepareOpenCluster(directory);
  const port = await findFreePort();
  const { site, superuser } = toServer(port);
  const passage = await severDatabase(site);
  const own = clock ? withEnvironment(cluster, clock.environment) : cluster;
  let server: ReturnType<typeof launchServer> | undefined;

  const start = () =>
    until('the database to start', async () => {
      server = launchServer(own, port);
      try {
        await untilReady(server, own, AbortSignal.timeout(startDeadline));
        return true;
      } catch (error) {
        await server.stop();
        // Processes of the one that was killed may still hold its memory.
        if (error instanceof PassingFailure) return false;
        throw error;
      }
    });

  const stop = async () => {
    await server?.stop();
  };

  /** As the superuser, who may write while nobody else may. */
  const command = (statement: string) =>
    runOnServer(`${superuser}&options=-c%20default_transaction_read_only=off`, statement);

  const setReadOnly = async (value: 'on' | 'off') => {
    await command(`alter system set default_transaction_read_only = ${value}`);
    await command('select pg_reload_conf()');
  };

  try {
    await start();
  } catch (error) {
    await passage.close();
    throw error;
  }
  return {
    ...{ passage, start, stop },
    /** Of the site, through the passage. */
    connectionString: passage.connectionString,
    /** Past the passage. */
    directString: site,
    async kill() {
      if (server?.pid === undefined) throw new Error('The database does not run');
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    forbidWriting: () => setReadOnly('on'),
    allowWriting: () => setReadOnly('off'),
    /** Lets at most so many connections be open, and ends those that are. */
    async limitConnections(most: number) {
      await command(`alter role site connection limit ${most}`);
      await command(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'site'",
      );
    },
    unlimitConnections: () => command('alter role site connection limit -1'),
    async close() {
      await passage.close();
      await stop();
    },
  };
}

type OpenCluster = Awaited<ReturnType<typeof prepareOpenCluster>>['cluster'];

const withEnvironment = (cluster: OpenCluster, environment: Record<string, string>) => ({
  ...cluster,
  user: {
    ...cluster.user,
    wrap(command: string, args: string[]): [string, string[]] {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      // Only once it is another user: libfaketime would share memory with it that is root's.
      return cluster.user.wrap('env', [...variables, command, ...args]);
    },
  },
});
