// npm test: installs, builds, and runs every test that a change must pass. npm run test:release:
// does the same for the slow tests in tests/release.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { build, install } from './prepare.mjs';
import { compileCache, inProject, nodePath, projectDirectory } from './run.mjs';
import { ensureTestPrograms, releaseTestPrograms } from './test-programs.mjs';

const isRelease = process.argv.includes('--release');

/** The memory for the databases and files of all tests, in bytes. */
const memoryForTests = 4 * 1024 ** 3;

/**
 * Puts the tests' files in memory if there is enough. TMPDIR from the environment takes precedence.
 */
function chooseTemporaryDirectory() {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= memoryForTests ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const environment = {
  ...process.env,
  ...compileCache,
  TMPDIR: chooseTemporaryDirectory(),
  NODE_ENV: undefined,
  NO_COLOR: undefined,
  FORCE_COLOR: '0',
};

const onePassed = { passed: 1, failed: 0, names: [] };
const oneFailed = (title) => ({ passed: 0, failed: 1, names: [title] });

/**
 * Runs a package's program, or one of our scripts, on the pinned Node. Resolves with whether it
 * succeeded. The output of parallel runs is printed when each run ends.
 */
function run(title, program, args, { isParallel = false, variables = {} } = {}) {
  const file = program.endsWith('.ts') ? program : `node_modules/.bin/${program}`;
  if (!isParallel) console.log(`\n── ${title} ──`);
  const child = spawn(nodePath, [inProject(file), ...args], {
    cwd: projectDirectory,
    stdio: isParallel ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...environment, ...variables },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => output.push(part));
  return new Promise((resolve) => {
    child.on('error', (error) => output.push(`${error.message}\n`));
    child.on('close', (code, signal) => {
      if (isParallel)
        process.stdout.write(`\n── ${title} ──\n${Buffer.concat(output.map(Buffer.from))}`);
      if (signal) console.error(`${title}: ended by ${signal}`);
      resolve(code === 0);
    });
  });
}

const check = async (title, program, args, options) =>
  (await run(title, program, args, options)) ? onePassed : oneFailed(title);

/**
 * Runs a test runner that writes a report. A runner that crashes or finds no tests counts as a
 * failure, and so does each skipped test.
 */
async function count(title, program, args, report, options) {
  const file = inProject('test-results', `${report}.json`);
  rmSync(file, { force: true });
  const isGood = await run(title, program, args, options);
  try {
    const read = program === 'vitest' ? fromVitest : fromPlaywright;
    const result = read(JSON.parse(readFileSync(file, 'utf8')));
    const isBroken = result.passed + result.failed === 0 || (!isGood && result.failed === 0);
    return isBroken ? { ...result, failed: result.failed + 1, names: [title] } : result;
  } catch (error) {
    console.error(`${title} left no report: ${error.message}`);
    return oneFailed(title);
  }
}

/** A file that cannot be loaded has no tests and counts as one failure. */
const fromVitest = ({ numPassedTests, numTotalTests, testResults }) => ({
  passed: numPassedTests,
  failed:
    numTotalTests -
    numPassedTests +
    testResults.filter((file) => file.status !== 'passed' && file.assertionResults.length === 0)
      .length,
  names: testResults
    .filter((file) => file.status !== 'passed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status !== 'passed');
      const file = relative(projectDirectory, name);
      return tests.length ? tests.map((test) => `${file}: ${test.fullName}`) : [file];
    }),
});

const fromPlaywright = ({ stats, errors, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  names: [...suites.flatMap(failedSpecs), ...errors.map((error) => error.message)],
});

const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs
    .filter((spec) => spec.tests.some((test) => test.status !== 'expected'))
    .map((spec) => `${spec.file}:${spec.line}: ${spec.title}`),
  ...suites.flatMap(failedSpecs),
];

const vitest = (title, projects, report, options) =>
  count(
    title,
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=test-results/${report}.json`,
    ],
    report,
    options,
  );

async function checkTypes() {
  const isReady = await run('Route types', 'react-router', ['typegen'], { isParallel: true });
  return isReady
    ? check('Types', 'tsc', ['--noEmit'], { isParallel: true })
    : oneFailed('Route types');
}

/** Lint, types and unit tests need no build, so they run in parallel with it. */
async function testChange() {
  const results = await Promise.all([
    tryTo('Build', build),
    tryTo('Test programs', ensureTestPrograms),
    check('Lint', 'biome', ['check', '--error-on-warnings'], { isParallel: true }),
    check('Imports', 'tools/check-imports.ts', [], { isParallel: true }),
    checkTypes(),
    vitest('Unit tests', ['unit'], 'unit', { isParallel: true }),
  ]);
  results.push(await check('Budgets', 'tests/bench/budgets.ts', []));
  results.push(await vitest('Database, API and process tests', ['server', 'process'], 'server'));
  results.push(await count('Browser tests', 'playwright', ['test'], 'browser'));
  return results;
}

async function testRelease() {
  const results = [
    await tryTo('Build', build),
    await tryTo('Test programs', () => ensureTestPrograms(releaseTestPrograms)),
    await vitest('Release tests', ['release', 'release-server'], 'release'),
    await vitest('Database and API tests on Debian’s PostgreSQL', ['server'], 'debian', {
      variables: { TEST_POSTGRES: 'debian' },
    }),
  ];
  const config = ['test', '--config', 'tests/release/playwright.config.ts'];
  results.push(await count('Behind proxies', 'playwright', config, 'proxies'));
  results.push(await check('Other browsers', 'tests/release/engines/main.ts', []));
  results.push(await check('Benchmarks', 'tests/bench/pages.ts', ['--short']));
  return results;
}

async function tryTo(title, work) {
  try {
    await work();
    return { passed: 0, failed: 0, names: [] };
  } catch (error) {
    console.error(error.message);
    return oneFailed(title);
  }
}

mkdirSync(inProject('test-results'), { recursive: true });
const installed = await tryTo('Install', install);
const results = installed.failed ? [installed] : await (isRelease ? testRelease() : testChange());
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.exitCode = sum('failed') === 0 ? 0 : 1;
for (const { names } of results) for (const name of names) console.log(`not passed: ${name}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
