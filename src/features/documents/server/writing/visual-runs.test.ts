import { expect, it } from 'vitest';
import { toVisualRuns } from './visual-runs.ts';

/** Font 1 has Arabic and Hebrew letters, font 0 everything else. */
const findFont = (grapheme: string) =>
  /[\p{Script=Arabic}\p{Script=Hebrew}،]/u.test(grapheme) ? 1 : 0;
const draw = (line: string) => toVisualRuns(line, findFont).map(({ text }) => text);

it.each([
  ['Zoë O’Neill', ['Zoë O’Neill']],
  ['محمد عبد', ['عبد', ' ', 'محمد']],
  ['משה (כהן) Ltd', ['Ltd', ' (', 'כהן', ') ', 'משה']],
  ['Zoë محمد عبد', ['Zoë ', 'عبد', ' ', 'محمد']],
  // A font draws these digits from right to left, so they come in the other order.
  ['نیم ۱۲۳', ['۳۲۱', ' ', 'نیم']],
  ['محمد، عبد', ['عبد', ' ', 'محمد،']],
  ['', []],
])('draws %j in the order %j', (line, order) => {
  expect(draw(line)).toEqual(order);
});

it('gives each letter the font that has it', () => {
  expect(toVisualRuns('a ב', findFont)).toEqual([
    { text: 'a ', font: 0 },
    { text: 'ב', font: 1 },
  ]);
});
