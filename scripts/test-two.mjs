// npm run test:two: all API tests, or the files named behind `--`, with two sites on one database and
// one bucket, behind nginx.
import { spawnSync } from 'node:child_process';
import { install, prepare } from './prepare.mjs';
import { compileCache, inProject, nodePath, projectDirectory } from './run.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await prepare(install, () => ensureTestPrograms({ nginx: 'nginx' }));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : ['tests/api'];
const vitest = [inProject('node_modules/.bin/vitest'), 'run', '--project', 'server', ...files];
const { status } = spawnSync(nodePath, vitest, {
  cwd: projectDirectory,
  stdio: 'inherit',
  env: { ...process.env, ...compileCache, SITES: '2', NODE_ENV: undefined },
});
process.exitCode = status ?? 1;
