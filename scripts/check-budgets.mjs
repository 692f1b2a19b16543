// Checks the current build: its scripts run in the supported browsers, and the first load of every
// page stays within its budget. See tests/load/budgets.ts.
import { build, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

await prepare(build);
runNode(['tests/load/budgets.ts']);
