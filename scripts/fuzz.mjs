// npm run fuzz: installs and builds what is missing, then sends hostile requests to the built site.
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

await prepare(install, build);
runNode(['tests/load/fuzz.ts', ...process.argv.slice(2)]);
