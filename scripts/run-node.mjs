import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { compileCache, inProject, nodePath, projectDirectory } from './project.mjs';

/** Variables of the operator's own; those of the environment come before them. */
const environmentFile = () => (existsSync(inProject('.env')) ? ['--env-file=.env'] : []);

/**
 * Runs a script on the pinned Node in this one's place: same terminal, same signals, same
 * end. Reads `.env` if there is one.
 */
export function runNode(args, environment = {}) {
  const child = spawn(nodePath, [...environmentFile(), ...args], {
    cwd: projectDirectory,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache, ...environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal's Ctrl+C reaches the child by itself as well: it takes both for one.
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`Node 24 cannot be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}
