// Backs up the stand-in: its rows, into a folder under the time, or into a file.
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
