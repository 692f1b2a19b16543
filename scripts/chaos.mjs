// npm run chaos: installs and builds what is missing, then lets things break around the built site.
import { spawn, spawnSync } from 'node:child_process';
import { build, install, prepare } from './prepare.mjs';
import {
  compileCache,
  inProject,
  nodePath,
  onRequestToStop,
  projectDirectory,
  toExitCode,
} from './run.mjs';
import { chaosPrograms, ensureTestPrograms } from './test-programs.mjs';

/** Runs a command so that nobody else sees what it mounts, and all of that ends with it. */
const inOwnMounts = (command) => ['unshare', '--mount', '--propagation', 'private', ...command];

const canRun = ([program, ...args]) => spawnSync(program, args).status === 0;

await prepare(install, build);
// Without them some faults are in the table as not run.
await ensureTestPrograms(chaosPrograms).catch(({ message }) => console.error(message));
const hasOwnMounts = process.getuid?.() === 0 && canRun(inOwnMounts(['true']));
const command = [nodePath, inProject('tests/chaos/main.ts'), ...process.argv.slice(2)];
const [program, ...args] = hasOwnMounts ? inOwnMounts(command) : command;
const child = spawn(program, args, {
  cwd: projectDirectory,
  stdio: 'inherit',
  // Ctrl+C is not for the sites that are tested: the run ends them after the round that goes on.
  detached: true,
  env: { ...process.env, ...compileCache, CHAOS_OWN_MOUNTS: hasOwnMounts ? 'yes' : '' },
});
onRequestToStop((signal) => child.kill(signal));
child.on('exit', (code, signal) => process.exit(toExitCode(code, signal)));
