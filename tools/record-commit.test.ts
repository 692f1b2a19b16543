import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findCommit } from './record-commit.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'commit-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();

function makeRepository(): void {
  git('init');
  writeFileSync(path.join(directory, 'page.txt'), 'First');
  git('add', '.');
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(...who, 'commit', '--message=First');
  // The tag must not replace the commit.
  git(...who, 'tag', '--annotate', '--message=First', 'v1');
}

it('finds the commit of a checkout, and marks later changes', () => {
  makeRepository();
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(findCommit(directory)).toBe(commit);
  writeFileSync(path.join(directory, 'page.txt'), 'Second');
  expect(findCommit(directory)).toBe(`${commit}-dirty`);
});

it('finds none without a repository, even inside of another one', () => {
  expect(findCommit(directory)).toBe('');
  makeRepository();
  const inside = path.join(directory, 'site');
  mkdirSync(inside);
  expect(findCommit(inside)).toBe('');
});
