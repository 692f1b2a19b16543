import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDirectory = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** An absolute path of something in the checkout. */
export const inProject = (...parts) => path.join(projectDirectory, ...parts);

/** The pinned Node that runs everything else, whatever the system has. */
export const nodePath = inProject('node_modules/.bin/node');

/** Lets Node keep what it compiled: the next start of the same code is quicker by a third. */
export const compileCache = { NODE_COMPILE_CACHE: inProject('.cache/compiled') };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Variables of the operator's own; those of the environment come before them. */
const environmentFile = () => (existsSync(inProject('.env')) ? ['--env-file=.env'] : []);

/** Starts a script on the pinned Node, on this terminal. Reads `.env` if there is one. */
export function startNode(args, environment = {}, stdio = 'inherit') {
  const child = spawn(nodePath, [...environmentFile(), ...args], {
    cwd: projectDirectory,
    stdio,
    env: { ...process.env, ...compileCache, ...environment },
  });
  child.on('error', (error) => {
    console.error(`Node 24 cannot be started: ${error.message}`);
    process.exit(1);
  });
  return child;
}

/** Hands on every request to stop. A terminal's Ctrl+C reaches the child by itself as well: it takes both for one. */
export function onRequestToStop(stop) {
  for (const signal of signals) process.on(signal, () => stop(signal));
}

/** How a shell tells of a process that a signal has ended. */
export const toExitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/** Runs a script on the pinned Node in this one's place: same terminal, same signals, same end. */
export function runNode(args, environment) {
  const child = startNode(args, environment);
  onRequestToStop((signal) => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(toExitCode(code, signal)));
}

/** npm may take its time over a signal; what it leaves half done is done again anyway. Milliseconds. */
const patience = 2_000;

/**
 * Runs a command as one line of progress, not on the standard output, which is the log's; shows what it said when it fails, and throws. A signal
 * meant for us ends it too.
 */
export async function runQuietly(title, command, args, environment = {}) {
  process.stderr.write(`${title} …`);
  const startedAt = Date.now();
  const child = spawn(command, args, {
    cwd: projectDirectory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));

  let isInterrupted = false;
  const forward = (signal) => {
    isInterrupted = true;
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), patience).unref();
  };
  for (const signal of signals) process.on(signal, forward);
  const reason = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    // Its own children may live on for a while and keep the pipes open.
    child.on('exit', () => isInterrupted && resolve('interrupted'));
    child.on('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${code ?? signal}`));
  });
  for (const signal of signals) process.off(signal, forward);

  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(reason ? ' failed\n' : ` done in ${seconds} s\n`);
  if (isInterrupted) throw new Error(`${title} was interrupted.`);
  if (!reason) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`${title} failed: ${command} ${args.join(' ')}: ${reason}. See the lines above.`);
}
