import { expect, it } from 'vitest';
import { buyerNameForm, findDocumentScripts, isShownOnDocuments } from './document-scripts.ts';

it.each([
  ['Zoë 𝗧. O’Neill', true],
  ['Мария Αλέξης', true],
  ['محمد عبد الله', true],
  ['प्रिया शर्मा 👑', true],
  ['王小明', false],
  ['王小明 Wang', false],
  ['김민준', false],
  ['ハルー', false],
  ['👑 1', false],
])('documents show the name %s: %s', (name, isShown) => {
  expect(isShownOnDocuments(name)).toBe(isShown);
  expect(buyerNameForm.safeParse({ buyerName: name }).success).toBe(isShown);
});

it('finds the scripts that need a font', () => {
  expect(findDocumentScripts('Zoë משה สมชาย 王')).toEqual(['Hebrew', 'Thai']);
});
