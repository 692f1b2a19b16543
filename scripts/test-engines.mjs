// npm run test:engines: installs what is missing, builds, and goes the main journeys in Firefox and WebKit.
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';
import { engineTestPrograms, ensureTestPrograms } from './test-programs.mjs';

await prepare(install, build, () => ensureTestPrograms(engineTestPrograms));
runNode(['tests/engines/main.ts']);
