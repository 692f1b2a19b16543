import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { compileCache, inProject, nodePath, projectDirectory } from './project.mjs';

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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
}

/** How a shell tells of a process that a signal has ended. */
export const toExitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/** Runs a script on the pinned Node in this one's place: same terminal, same signals, same end. */
export function runNode(args, environment) {
  const child = startNode(args, environment);
  onRequestToStop((signal) => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(toExitCode(code, signal)));
}
