// npm test: installs what is missing, builds, runs every test, and adds up.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { build, install, nodePath, projectDirectory } from './prepare.mjs';

const results = path.join(projectDirectory, 'test-results');

/** Runs a package's program on the pinned Node. Answers whether it ended well. */
function run(title, program, args) {
  console.log(`\n── ${title} ──`);
  const { status } = spawnSync(nodePath, [`node_modules/.bin/${program}`, ...args], {
    cwd: projectDirectory,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: '', FORCE_COLOR: '0' },
  });
  return status === 0;
}

/** A check that is one test: it passes or it fails. */
function check(title, program, args) {
  return run(title, program, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A runner that counts its tests into a file. One that breaks off, or finds
 * nothing to run, counts as one failure more; so does each test left out.
 */
function count(title, program, args, file, read) {
  const report = path.join(results, file);
  rmSync(report, { force: true });
  const isGood = run(title, program, args);
  const { passed, failed } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  const isBroken = (!isGood && failed === 0) || passed + failed === 0;
  return { passed, failed: failed + (isBroken ? 1 : 0) };
}

const fromVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numTotalTests - report.numPassedTests,
});

const fromPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
});

install();
ensureChromium();
build();
mkdirSync(results, { recursive: true });

const sums = [
  check('Lint', 'biome', ['check', '--error-on-warnings']),
  run('Route types', 'react-router', ['typegen'])
    ? check('Types', 'tsc', ['--noEmit'])
    : { passed: 0, failed: 1 },
  count(
    'Unit, database, API and process tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'],
    'vitest.json',
    fromVitest,
  ),
  count('Browser tests', 'playwright', ['test'], 'browser.json', fromPlaywright),
];

const passed = sums.reduce((sum, part) => sum + part.passed, 0);
const failed = sums.reduce((sum, part) => sum + part.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
