// npm run backup, npm run restore: install what is missing, then run the command. Neither needs a build.
import { install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

/** V8 and malloc would let the bytes that pass through lie around. In megabytes. */
const smallMemory = ['--max-semi-space-size=2', '--max-old-space-size=256'];

await prepare(install);
runNode([...smallMemory, 'server/backups-main.ts', ...process.argv.slice(2)], {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
});
