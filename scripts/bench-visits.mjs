// npm run bench:visits: installs and builds what is missing, then weighs what counting visits costs.
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await prepare(install, build, ensureTestPrograms);
runNode(['tests/bench/visits.ts', ...process.argv.slice(2)]);
