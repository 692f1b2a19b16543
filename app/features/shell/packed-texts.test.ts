import { expect, it } from 'vitest';
import { packTexts, unpackTexts } from './packed-texts.ts';

it('gives back what it was given, empty texts and groups too', () => {
  const groups = [['a', '', 'two\nlines'], [], ['800', '"\\']];
  expect(unpackTexts(packTexts(groups))).toEqual(groups);
});

it('keeps to itself what stands between texts', () => {
  expect(unpackTexts(packTexts([['a\u001fb', 'c\u001ed']]))).toEqual([['ab', 'cd']]);
});
