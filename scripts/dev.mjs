// npm run dev: the developer's loop, with hot update on one port.
import { giveUp, install } from './prepare.mjs';
import { runNode } from './run-node.mjs';

try {
  await install();
} catch (error) {
  giveUp(error);
}
runNode(['scripts/dev.ts'], { NODE_ENV: 'development' });
