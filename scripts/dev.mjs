// npm run dev: the developer's loop, with hot update on one port.
import { install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

await prepare(install);
runNode(['scripts/dev.ts'], { NODE_ENV: 'development' });
