import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Which site this is: what GET /healthz says, besides that it is alive. */
export interface Version {
  /** That of package.json, which CHANGELOG.md describes. */
  version: string;
  /** The commit it was built from, with `-dirty` behind it if the sources had changed since; null where nobody knows. */
  commit: string | null;
}

/** Reads the version of a checkout. Its commit is what the build has written down (tools/record-commit.ts). */
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
