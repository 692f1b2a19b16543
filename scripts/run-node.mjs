import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { nodePath, projectDirectory } from './prepare.mjs';

/** Runs a script on the pinned Node in this one's place: same terminal, same signals, same end. */
export function runNode(args, environment = {}) {
  const variables = path.join(projectDirectory, '.env');
  const options = existsSync(variables) ? [`--env-file=${variables}`] : [];
  const child = spawn(nodePath, [...options, ...args], {
    cwd: projectDirectory,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal's Ctrl+C reaches the child by itself; a second one does no harm.
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}
