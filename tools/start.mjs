// npm start: installs and builds if needed, then keeps the site running. With a subcommand, runs
// that once.
import { keepRunning } from './keep-running.mjs';
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';
import { siteArguments, siteEnvironment } from './site-process.mjs';

await prepare(install, build);
const command = process.argv.slice(2);
const run = command.length === 0 ? keepRunning : runNode;
run([...siteArguments, ...command], siteEnvironment);
