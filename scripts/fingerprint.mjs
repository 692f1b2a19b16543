import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

/** One hash over the names and contents of files, and of all that is in folders. Tests do not count. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (relative) => {
    const absolute = inProject(relative);
    const found = statSync(absolute, { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      for (const name of readdirSync(absolute).sort()) {
        if (!/\.test\.tsx?$/.test(name)) add(path.join(relative, name));
      }
    } else if (found) {
      const content = readFileSync(absolute);
      hash.update(`${relative}\0${content.length}\0`).update(content);
    }
  };
  for (const relative of paths) add(relative);
  return hash.digest('hex');
}
