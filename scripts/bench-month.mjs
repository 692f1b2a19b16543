// npm run bench:month: installs and builds what is missing, then does a mentor's month of work on a phone.
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await prepare(install, build, ensureTestPrograms);
runNode(['tests/bench/month.ts', ...process.argv.slice(2)]);
