// npm test: installs what is missing, builds, runs every test, and adds up.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { build, install } from './prepare.mjs';
import { compileCache, inProject, nodePath, projectDirectory } from './run.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

const passedOne = { passed: 1, failed: 0, names: [] };
const failedOne = (title) => ({ passed: 0, failed: 1, names: [title] });

/** Less than this in memory would not hold the databases and files of all tests, in bytes. */
const roomForTests = 4 * 1024 ** 3;

/**
 * Where tests keep their files: in memory if there is room, as hundreds of databases are copied. A
 * TMPDIR that is named comes first.
 */
function chooseTemporaryDirectory() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomForTests ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const TMPDIR = chooseTemporaryDirectory();

/** Runs a package's program, or a file of ours, on the pinned Node. Returns whether it ended well. */
function run(title, program, args) {
  const file = program.endsWith('.ts') ? program : `node_modules/.bin/${program}`;
  console.log(`\n── ${title} ──`);
  const { status, signal, error } = spawnSync(nodePath, [inProject(file), ...args], {
    cwd: projectDirectory,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...compileCache,
      TMPDIR,
      NODE_ENV: undefined,
      NO_COLOR: undefined,
      FORCE_COLOR: '0',
    },
  });
  if (error) console.error(error.message);
  if (signal) console.error(`${title}: ended by ${signal}`);
  return status === 0;
}

const check = (title, program, args) => (run(title, program, args) ? passedOne : failedOne(title));

/**
 * A runner that counts its tests into a file. One that breaks off or finds nothing counts as a
 * failure; so does each test left out.
 */
function count(title, program, args, file, read) {
  const report = inProject('test-results', file);
  rmSync(report, { force: true });
  const isGood = run(title, program, args);
  try {
    const { passed, failed, names } = read(JSON.parse(readFileSync(report, 'utf8')));
    const isBroken = passed + failed === 0 || (!isGood && failed === 0);
    return isBroken ? { passed, failed: failed + 1, names: [title] } : { passed, failed, names };
  } catch (error) {
    console.error(`${title} left no result: ${error.message}`);
    return failedOne(title);
  }
}

/** A file that could not even be loaded holds no tests, and is a failure all the same. */
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

async function canPrepare(...steps) {
  try {
    for (const step of steps) await step();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

function* runEverything(hasTestPrograms) {
  yield check('Lint', 'biome', ['check', '--error-on-warnings']);
  yield run('Route types', 'react-router', ['typegen'])
    ? check('Types', 'tsc', ['--noEmit'])
    : failedOne('Route types');
  yield check('Budgets', 'tests/load/budgets.ts', []);
  yield count(
    'Unit, database, API and process tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'],
    'vitest.json',
    fromVitest,
  );
  yield hasTestPrograms
    ? count('Browser tests', 'playwright', ['test'], 'browser.json', fromPlaywright)
    : failedOne('Browser tests');
}

mkdirSync(inProject('test-results'), { recursive: true });
const isReady = await canPrepare(install, build);
const hasTestPrograms = isReady && (await canPrepare(ensureTestPrograms));
const results = isReady ? [...runEverything(hasTestPrograms)] : [failedOne('Install and build')];

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.exitCode = sum('failed') === 0 ? 0 : 1;
for (const { names } of results) for (const name of names) console.log(`not passed: ${name}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
