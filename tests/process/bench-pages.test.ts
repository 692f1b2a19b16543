import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Speed is measured by `npm run bench:pages`, on a quiet machine; here only that it can be. */
it('pages can be compared with files by one command', async () => {
  const command = ['tests/bench/pages.ts', '--short'];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  for (const name of ['the site', 'a bare handler', 'the site behind nginx', 'nginx with a file']) {
    expect(stdout).toMatch(new RegExp(`│ ${name} +│ \\d+ +│`));
  }
  expect(stdout).toMatch(/^the site \/ nginx with a file: [\d.]+$/m);
});
