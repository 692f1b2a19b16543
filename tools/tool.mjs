// npm run <tool>: installs and builds if needed, then runs the tool on the pinned Node with the
// arguments after `--`.
import { build, install, prepare } from './prepare.mjs';
import { runNode } from './run.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

/** A backup only streams bytes, so a small heap is enough. In megabytes. */
const smallHeap = ['--max-semi-space-size=2', '--max-old-space-size=256'];
const backupEnvironment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };
const backupTool = {
  steps: [install],
  args: [...smallHeap, 'src/features/backups/server/backups-main.ts'],
  environment: backupEnvironment,
};

const tools = {
  dev: { steps: [install], args: ['tools/dev.ts'], environment: { NODE_ENV: 'development' } },
  backup: { ...backupTool, args: [...backupTool.args, 'backup'] },
  restore: { ...backupTool, args: [...backupTool.args, 'restore'] },
  imports: { steps: [install], args: ['tools/check-imports.ts'] },
  budgets: { steps: [install, build], args: ['tests/bench/budgets.ts'] },
  'keep-version': { steps: [install, build], args: ['tools/keep-version.ts'] },
  'bench:pages': { steps: [install, build, ensureTestPrograms], args: ['tests/bench/pages.ts'] },
  'bench:month': { steps: [install, build, ensureTestPrograms], args: ['tests/bench/month.ts'] },
  'bench:films': {
    steps: [install, build, ensureTestPrograms],
    args: ['tests/bench/films.ts'],
  },
  'bench:conversion': {
    steps: [install, build, ensureTestPrograms],
    args: ['tests/bench/conversion.ts'],
  },
  lighthouse: { steps: [install, build, ensureTestPrograms], args: ['tests/bench/lighthouse.ts'] },
};

const [name, ...given] = process.argv.slice(2);
const { steps, args, environment } = tools[name];
await prepare(...steps);
runNode([...args, ...given], environment);
