import { spawn } from 'node:child_process';
import { projectDirectory } from './project.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** npm may take its time over a signal; what it leaves half done is done again anyway. Milliseconds. */
const patience = 2_000;

/**
 * Runs a command as one line of progress; shows what it said when it fails, and throws. A signal
 * meant for us ends it too.
 */
export async function runQuietly(title, command, args, environment = {}) {
  process.stdout.write(`${title} …`);
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
  process.stdout.write(reason ? ' failed\n' : ` done in ${seconds} s\n`);
  if (isInterrupted) throw new Error(`${title} was interrupted.`);
  if (!reason) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`${title} failed: ${command} ${args.join(' ')}: ${reason}. See the lines above.`);
}
