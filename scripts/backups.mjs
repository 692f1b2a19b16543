// npm run backup, npm run restore: install what is missing, then run the command. Neither needs a build.
import { install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';

/** Half of what Node would take by itself: it is mostly bytes on their way. In megabytes. */
const sparing = ['--max-semi-space-size=2', '--max-old-space-size=256'];

/** What its threads have given back would lie in a pool of each. */
const fewPools = { MALLOC_ARENA_MAX: '2' };

await prepare(install);
runNode([...sparing, 'server/backups-main.ts', ...process.argv.slice(2)], {
  NODE_ENV: 'production',
  ...fewPools,
});
