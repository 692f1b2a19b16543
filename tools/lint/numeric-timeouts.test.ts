import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const forbidden = [
  "it('waits', () => {}, 60_000)",
  "test('waits', () => {}, 5000)",
  "it.each([1])('waits', () => {}, 60 * 1000)",
  "test('waits', { timeout: 5_000 }, () => {})",
  'test.setTimeout(60_000)',
  'vi.waitFor(check, { timeout: 2_000, interval: 25 })',
  'expect(element).toBeVisible({ timeout: 30_000 })',
  'setTimeout(check, 50)',
  'new Promise((resolve) => window.setTimeout(resolve, 1.5 * 1000))',
  'setTimeout(500)',
  'page.waitForTimeout(100)',
  'fetch(url, { signal: AbortSignal.timeout(10_000) })',
];

const allowed = [
  "it('waits', () => {}, 2 * patience.test)",
  "test('adds 1000', () => {})",
  'expect.poll(check).toBe(60_000)',
  'expect(element).toBeVisible({ timeout: patience.condition })',
  'setTimeout(check, patience.condition)',
  'AbortSignal.timeout(patience.condition)',
  'clock.advance(60_000)',
];

/** Returns the lines in which the rule finds a timeout. */
async function lint(lines: readonly string[]): Promise<string[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lint-'));
  try {
    const plugins = [path.resolve('tools/lint/numeric-timeouts.grit')];
    const config = { root: true, plugins, linter: { rules: { recommended: false } } };
    await writeFile(path.join(directory, 'biome.json'), JSON.stringify(config));
    await writeFile(path.join(directory, 'code.ts'), lines.map((line) => `${line};`).join('\n'));
    const args = ['lint', '--reporter=json', '--max-diagnostics=none', 'code.ts'];
    const { stdout } = await promisify(execFile)(path.resolve('node_modules/.bin/biome'), args, {
      cwd: directory,
    }).catch((failed: { stdout: string }) => failed);
    const { diagnostics }: { diagnostics: { location: { start: { line: number } } }[] } =
      JSON.parse(stdout);
    return diagnostics.map(({ location }) => lines[location.start.line - 1] ?? '');
  } finally {
    await rm(directory, { recursive: true });
  }
}

it('every timeout in milliseconds is found, and no other number', async () => {
  expect(await lint([...forbidden, ...allowed])).toEqual(forbidden);
});
