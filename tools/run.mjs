import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDirectory = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Returns an absolute path in the checkout. */
export const inProject = (...parts) => path.join(projectDirectory, ...parts);

/** The pinned Node, independent of the system's. */
export const nodePath = inProject('node_modules/.bin/node');

/** Lets Node cache compiled code, which makes later starts a third faster. */
export const compileCache = { NODE_COMPILE_CACHE: inProject('.cache/compiled') };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The operator's variables; those of the environment take precedence. */
const environmentFile = () => (existsSync(inProject('.env')) ? ['--env-file=.env'] : []);

/** Starts a script on the pinned Node in this terminal. Reads `.env` if there is one. */
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

/**
 * Forwards every stop request. A terminal's Ctrl+C also reaches the child directly: it treats both
 * as one.
 */
export function onRequestToStop(stop) {
  for (const signal of signals) process.on(signal, () => stop(signal));
}

/** Returns the exit code that a shell reports for a process. */
export const toExitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Runs a script on the pinned Node in place of this process: same terminal, signals and exit code.
 */
export function runNode(args, environment) {
  const child = startNode(args, environment);
  onRequestToStop((signal) => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(toExitCode(code, signal)));
}

/**
 * How long npm may take to react to a signal, in milliseconds. Interrupted work is repeated anyway.
 */
const patience = 2_000;

/**
 * Runs a command as one line of progress on standard error, because standard output is for the log.
 * If it fails, prints its output and throws. Signals to this process end it too.
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
    // Its children may keep the pipes open for a while.
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
