// npm start: installs and builds what is missing, then keeps the site running. With a subcommand,
// runs that once.
import { keepRunning } from './keep-running.mjs';
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

/** A smaller space for what lives shortly takes a quarter of the memory off a process under load, in MB. */
const site = ['--max-semi-space-size=8', 'build/server/index.js'];

await prepare(install, build);
const command = process.argv.slice(2);
const run = command.length === 0 ? keepRunning : runNode;
// Else glibc gives threads up to eight pools of memory a core, and what one has freed no other may use.
run([...site, ...command], { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' });
