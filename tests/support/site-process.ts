import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { siteArguments, siteEnvironment } from '../../tools/site-process.mjs';
import { patience } from './patience.ts';
import { testSecret } from './secret.ts';

/** Repeats `ask` until the answer is not false, null or undefined. Throws after a timeout. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  timeoutMs = patience.condition,
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, patience.interval));
  }
  throw new Error(`Timed out waiting for ${what}`);
}

/** The number of this worker. Vitest counts from 1, Playwright from 0. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);

/** The number of ports reserved for each worker. */
const portsOfWorker = 2_000;
const firstPort = 10_000 + worker * portsOfWorker;
let portsTried = randomInt(portsOfWorker);

/**
 * Returns a port that is free now and that no other worker uses. It is below the range that the
 * system assigns automatically, where another process could take it first.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (portsTried % portsOfWorker);
    portsTried += 1;
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
}

/** Creates a temporary folder for one test. */
export function createDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'time-vs-price-process-'));
}

/** Removes a folder, even while the database of a killed site still writes into it. */
export const removeDirectory = (directory: string) =>
  rm(directory, { recursive: true, force: true, maxRetries: 10 });

/** The built site as a separate process. */
export interface SiteProcess {
  url: string;
  process: ChildProcess;
  /** Returns everything that it has printed. */
  output: () => string;
  untilReady: () => Promise<void>;
  /** Resolves with the exit code after the process has ended. */
  ended: Promise<number | null>;
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** The built site as tools/start.mjs runs it, without supervision. */
export const builtSite = [process.execPath, ...siteArguments];

/**
 * Starts the built site, or a command that runs it. Variables that `environment` lacks have test
 * defaults.
 */
export async function runSite(
  environment: Record<string, string>,
  [program = '', ...args] = builtSite,
): Promise<SiteProcess> {
  const port = environment.PORT ?? String(await findFreePort());
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...siteEnvironment,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // The disk of the test machine may be small.
      ALERT_MAILS: 'off',
      // Films of most tests are noise.
      CONVERT_FILMS: 'off',
      // Only one backup can run at a time, and a nightly one would block a test's own.
      BACKUP_NIGHTLY: 'off',
      // A database elsewhere already contains accounts that depend on its secret.
      AUTH_SECRET: environment.DATABASE_URL ? testSecret : '',
      ...environment,
      PORT: port,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    process: child,
    output: () => output,
    ended,
    untilReady: async () => {
      await until(`the site to be ready; output:\n${output}`, async () => {
        if (child.exitCode !== null) throw new Error(`The site ended: ${output}`);
        // Not kept open: the site could close an idle connection while a test's request is on its way.
        const headers = { Connection: 'close' };
        return (await fetch(`${url}/readyz`, { headers }).catch(() => null))?.ok;
      });
    },
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Returns whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
