// npm run bench:pages: installs and builds what is missing, then compares pages with files.
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await prepare(install, build, ensureTestPrograms);
runNode(['tests/bench/pages.ts', ...process.argv.slice(2)]);
