import { expect, it } from 'vitest';
import { explainUnreadable, explainUnwritable } from './explain-refusal.ts';

const refusal = (code: string) => Object.assign(new Error(`${code}: it says`), { code });

it.each([
  ['EACCES', /^The user \S+ may not write to the folder \/there\. Choose another folder, or/],
  ['EPERM', /^The user \S+ may not write to the folder \/there\./],
  ['EROFS', /^The folder \/there can only be read: .* Choose another folder or allow it/],
  ['ENOTDIR', /^\/there can’t be a folder .* Choose another folder\.$/],
  ['EIO', /^The folder \/there cannot be written: EIO: it says$/],
])('a folder that cannot be written (%s) comes with what to do', (code, said) => {
  expect(explainUnwritable('/there', refusal(code))).toMatch(said);
});

it.each([
  ['EACCES', /^The user \S+ may not read \/there\. Give this user read access, or copy the file/],
  ['EIO', /^\/there cannot be read: EIO: it says$/],
])('a file that cannot be read (%s) does too', (code, said) => {
  expect(explainUnreadable('/there', refusal(code))).toMatch(said);
});
