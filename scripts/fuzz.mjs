// npm run fuzz: installs and builds what is missing, then sends hostile requests to the built site.
import { build, giveUp, install } from './prepare.mjs';
import { runNode } from './run-node.mjs';

try {
  await install();
  await build();
} catch (error) {
  giveUp(error);
}
runNode(['tests/load/fuzz.ts', ...process.argv.slice(2)]);
