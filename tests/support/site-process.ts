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

/** Asks again and again until the answer is not false, null or undefined. Throws when patience is over. */
export async function until<T>(what: string, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + patience.condition;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited in vain: ${what}`);
}

/** Which worker of the run this is: those of Vitest count from 1, those of Playwright from 0. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);

/** So many ports each worker has to itself, from the first one on. */
const portsOfWorker = 2_000;
const firstPort = 10_000 + worker * portsOfWorker;
let portsTried = randomInt(portsOfWorker);

/**
 * A port that nobody listens on now, and that no other worker chooses for a site that starts at the
 * same moment. Below those that the system gives out by itself, where another process, or the other
 * end of a connection, might take it before the site does.
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

/** A fresh folder for one test. */
export function createDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'time-vs-price-process-'));
}

/** Removes a directory, also one that a database whose site was killed still writes into. */
export const removeDirectory = (directory: string) =>
  rm(directory, { recursive: true, force: true, maxRetries: 10 });

/** The built site as a process of its own. */
export interface SiteProcess {
  url: string;
  process: ChildProcess;
  /** Everything it has printed. */
  output: () => string;
  untilReady: () => Promise<void>;
  /** Resolves with its exit code once it has ended, by itself or by a signal. */
  ended: Promise<number | null>;
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** The built site as tools/start.mjs runs it, without what keeps it running. */
export const builtSite = [process.execPath, ...siteArguments];

/** Starts the built site, or a command that runs it. What is not given in `environment` has its default. */
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
      // The disk of a test may be small.
      ALERT_MAILS: 'off',
      // One at a time: a nightly one, due in one minute of an hour, would refuse a test's own.
      BACKUP_NIGHTLY: 'off',
      // A database elsewhere comes with the secret of its accounts.
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
      await until(`the site to be ready; it said:\n${output}`, async () => {
        if (child.exitCode !== null) throw new Error(`The site ended: ${output}`);
        return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
      });
    },
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Whether a process lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
