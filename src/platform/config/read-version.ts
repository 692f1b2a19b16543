import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the site, as GET /healthz returns it. */
export interface Version {
  /** From package.json; CHANGELOG.md describes it. */
  version: string;
  /** The commit of the build, with `-dirty` if there were uncommitted changes; null if unknown. */
  commit: string | null;
}

/** Reads the version of a checkout. The build records the commit (tools/record-commit.ts). */
export function readVersion(projectDirectory: string): Version {
  const { version } = JSON.parse(readFileSync(path.join(projectDirectory, 'package.json'), 'utf8'));
  return { version, commit: readCommit(path.join(projectDirectory, 'build/commit')) };
}

function readCommit(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
