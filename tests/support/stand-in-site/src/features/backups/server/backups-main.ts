// Backs up the rows of the stand-in to a file, or to a folder named after the time.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [command, target = ''] = process.argv.slice(2);
if (command !== 'backup') throw new Error(`There is no command ${command}.`);
if (readFileSync('behaviour', 'utf8').trim() === 'is not backed up') {
  throw new Error('The disk is full.');
}
const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory();
const file = isFolder ? path.join(target, `${Date.now()}.tar.zst`) : target;
writeFileSync(file, readFileSync(path.join(process.env.DATA_DIR ?? '', 'rows')));
