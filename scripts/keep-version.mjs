// npm run keep-version: keeps this version for the tests of the next one, before its number changes;
// behind `--`, that of another checkout, which has to be built.
import { build, install, prepare } from './prepare.mjs';
import { projectDirectory, runNode } from './run.mjs';

const [checkout] = process.argv.slice(2);
await prepare(install, ...(checkout ? [] : [build]));
runNode(['scripts/keep-version.ts', checkout ?? projectDirectory]);
