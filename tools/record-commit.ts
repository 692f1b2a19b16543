import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Returns the commit of a checkout, with `-dirty` if there are uncommitted changes; empty if the
 * folder has no repository of its own or git is missing.
 */
export function findCommit(directory: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', directory, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    // Inside another repository, the prefix is not empty.
    if (git('rev-parse', '--show-prefix') !== '') return '';
    return git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*');
  } catch {
    return '';
  }
}

/**
 * Writes the current commit into the build. SITE_COMMIT takes precedence, because a release has no
 * repository.
 */
export function recordCommit(): Plugin {
  return {
    name: 'record-commit',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { root } = this.environment.config;
        const commit = process.env.SITE_COMMIT || findCommit(root);
        await writeFile(path.join(root, 'build/commit'), `${commit}\n`);
      },
    },
  };
}
