import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareCluster } from '#platform/db/private/cluster.ts';
import { launchServer, untilReady } from '#platform/db/private/launch.ts';
import { patience } from '#tests/support/patience.ts';
import {
  createDirectory,
  findFreePort,
  isAlive,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { findPostmaster, findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';

let directory: string;
let site: SiteProcess;

beforeEach(async () => {
  directory = await createSiteDirectory();
});
afterEach(async () => {
  await site.end('SIGTERM');
  await removeDirectory(directory);
});

/** Empties the folder, so that the next start is the first. */
async function emptyDirectory(): Promise<void> {
  await removeDirectory(directory);
  directory = await createDirectory();
}

async function startReady(): Promise<void> {
  site = await runSite({ DATA_DIR: directory });
  await site.untilReady();
}

const pidFile = () => path.join(directory, 'postgres/postmaster.pid');

/** Adds a row that identifies the database. */
const leaveMark = async () =>
  query(
    await findPrivateDatabase(directory),
    `insert into testimonials (image_url) values ('/mark')`,
  );
const findMarks = async () =>
  query(await findPrivateDatabase(directory), 'select image_url from testimonials');

describe('signals', () => {
  it.each(['SIGINT', 'SIGHUP'] as const)(
    '%s stops site and database cleanly, even if one Ctrl+C sends it several times',
    async (signal) => {
      await startReady();
      const postmaster = await findPostmaster(directory);
      for (let times = 0; times < 3; times += 1) site.process.kill(signal);
      expect(await site.ended).toBe(0);
      expect(isAlive(postmaster)).toBe(false);
    },
  );

  it('a stop during the start leaves no database behind', async () => {
    site = await runSite({ DATA_DIR: directory });
    await until('the database to run', () => existsSync(pidFile()));
    const postmaster = await findPostmaster(directory);
    expect(await site.end('SIGTERM')).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  });

  it('a kill leaves no database behind', async () => {
    await startReady();
    const postmaster = await findPostmaster(directory);
    await site.end('SIGKILL');
    await expect.poll(() => isAlive(postmaster)).toBe(false);
  });
});

describe('a start recovers from', () => {
  it('a partly created database', async () => {
    await emptyDirectory();
    site = await runSite({ DATA_DIR: directory });
    const isBeingMade = () =>
      readdirSync(directory).some((name) => name.startsWith('postgres.new'));
    await until('initdb to run', isBeingMade);
    await site.end('SIGKILL');
    expect(existsSync(path.join(directory, 'postgres'))).toBe(false);
    await startReady();
    expect(isBeingMade()).toBe(false);
  });

  it('a database that is still running, and keeps its rows', async () => {
    await startReady();
    await leaveMark();
    await site.end('SIGTERM');
    const cluster = await prepareCluster(directory);
    const port = await findFreePort();
    const orphan = launchServer(cluster, port);
    await untilReady(orphan, cluster, AbortSignal.timeout(patience.condition));

    await startReady();
    expect(orphan.hasExited()).toBe(true);
    expect(await findMarks()).toHaveLength(1);
  });

  it('a pid file with the number of another program', async () => {
    await startReady();
    await leaveMark();
    await site.end('SIGTERM');
    await writeFile(pidFile(), `${process.pid}\n${directory}\n`);
    await startReady();
    expect(await findPostmaster(directory)).not.toBe(process.pid);
    expect(await findMarks()).toHaveLength(1);
  });

  it('an interruption, but not from a missing password, whose file it names', async () => {
    await rm(path.join(directory, 'postgres.password'));
    site = await runSite({ DATA_DIR: directory });
    expect(await site.ended).toBe(78);
    expect(site.output().trim()).toMatch(/^\S+postgres\.password is missing\. .*$/);
  });
});
