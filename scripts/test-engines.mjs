// npm run test:engines: installs what is missing, builds, and goes the main journeys in Firefox and WebKit.
import { build, giveUp, install } from './prepare.mjs';
import { runNode } from './run-node.mjs';
import { engineTestPrograms, ensureTestPrograms } from './test-programs.mjs';

try {
  await install();
  await build();
  await ensureTestPrograms(engineTestPrograms);
} catch (error) {
  giveUp(error);
}
runNode(['tests/engines/main.ts']);
