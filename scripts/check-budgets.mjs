// Holds the first load of every page to its budget, on the current build. See tests/load/budgets.ts.
import { build, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

await prepare(build);
runNode(['tests/load/budgets.ts']);
