import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  findFreePort,
  isAlive,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { siteArguments, siteEnvironment } from '../../scripts/site-process.mjs';

/** What of a checkout a built site is run from. */
const parts = ['package.json', 'scripts', 'server/db/migrations'];

/**
 * Runs the built site as `npm start` does: a process that keeps a server running. Two releases of it
 * lie side by side, as on a server that is updated.
 */
export async function startSiteTree(directory: string, environment: Record<string, string>) {
  const port = await findFreePort();
  const releases = [await makeRelease(directory, 'one'), await makeRelease(directory, 'two')];
  let current = 0;
  let said = '';
  let running: SiteProcess;
  /** Set while nobody has asked it to end. */
  let isWanted = false;
  let unwantedEnds = 0;

  async function start(): Promise<void> {
    const { folder } = releases[current % releases.length] ?? { folder: directory };
    const started = await runSite({ ...environment, PORT: String(port) }, [
      ...[process.execPath, '--input-type=module', '--eval'],
      keepRunning(folder),
    ]);
    running = started;
    isWanted = true;
    void started.ended.then(() => {
      said = (said + started.output()).slice(-200_000);
      if (isWanted && running === started) unwantedEnds += 1;
    });
  }

  /** Kills all of it at once, as a machine does that loses its power. */
  async function killAll(): Promise<void> {
    isWanted = false;
    const tree = listTree(running.process.pid);
    tree.forEach(killAtOnce);
    await running.ended;
    await until('all of the site to be gone', () => !tree.some(isAlive));
  }

  /** Lets everything end in order, and waits for it. Throws where that does not come to an end. */
  async function stop(): Promise<void> {
    isWanted = false;
    running.process.kill('SIGTERM');
    try {
      await until('the site to end', hasEnded);
    } catch (error) {
      await killAll();
      throw error;
    }
  }

  /** The process that serves; nothing between two of them. */
  const findServer = () => listTree(running.process.pid)[1];

  /** Kills the server; what keeps it running goes on. */
  async function killServer(): Promise<void> {
    await until('a server to kill', () => findServer() !== undefined || hasEnded());
    const server = findServer();
    if (server === undefined) return;
    killAtOnce(server);
    await until('the server to be gone', () => !isAlive(server));
  }

  const hasEnded = () => running.process.exitCode !== null || running.process.signalCode !== null;

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ start, stop, killServer, killAll, hasEnded },
    /** How often it has ended for good though nobody had asked it to. */
    countUnwantedEnds: () => unwantedEnds,
    /** Puts the other release in the place of this one. Returns its commit. */
    async deploy(): Promise<string> {
      await stop();
      current += 1;
      await start();
      return releases[current % releases.length]?.commit ?? '';
    },
    /** The end of what it has said. */
    output: () => (hasEnded() ? said : said + running.output()).slice(-20_000),
  };
}

/** Makes a folder that a site can be run from: its build, under a commit of its own. */
async function makeRelease(directory: string, name: string) {
  const folder = path.join(directory, `release-${name}`);
  await mkdir(path.join(folder, 'server/db'), { recursive: true });
  for (const part of parts) await cp(part, path.join(folder, part), { recursive: true });
  // Hard links: a build is large, and nobody changes it.
  await promisify(execFile)('cp', ['-al', path.resolve('build'), path.join(folder, 'build')]).catch(
    () => cp('build', path.join(folder, 'build'), { recursive: true }),
  );
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const commitFile = path.join(folder, 'build/commit');
  const commit = `chaos-${name}`;
  // In the place of the link: the build's own file stays as it is.
  await rm(commitFile, { force: true });
  await writeFile(commitFile, `${commit}\n`);
  return { folder, commit };
}

const keepRunning = (folder: string) => `
  import { keepRunning } from ${JSON.stringify(pathToFileURL(path.join(folder, 'scripts/keep-running.mjs')).href)};
  keepRunning(${JSON.stringify(siteArguments)}, ${JSON.stringify(siteEnvironment)});`;

/** A process and all that have come from it, the oldest first. Linux alone tells them so. */
function listTree(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').filter(Boolean).map(Number).flatMap(listTree)];
  } catch {
    return [];
  }
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
