// npm run size: prints the lines of code and tests that git tracks, by folder and in total.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isCounted = (file) => /\.(?:ts|tsx|mjs|css|sh)$/.test(file) || /^deploy\/[^.]+$/.test(file);
const isTest = (file) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);

/** Returns the folder that a file is counted in: `src/features/booking`, `src/ui`, `tests/api`. */
function topicOf(file) {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'src' ? 3 : 2).join('/') || '.';
}

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
const topics = new Map();
const total = { code: 0, tests: 0 };
for (const file of files.filter(isCounted)) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  const kind = isTest(file) ? 'tests' : 'code';
  const topic = topics.get(topicOf(file)) ?? { code: 0, tests: 0 };
  topic[kind] += lines;
  total[kind] += lines;
  topics.set(topicOf(file), topic);
}
const sorted = [...topics].sort(([one], [other]) => one.localeCompare(other));
console.table({ ...Object.fromEntries(sorted), total });
