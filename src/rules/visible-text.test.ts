import { describe, expect, it } from 'vitest';
import { withoutFormatting } from './visible-text.ts';

/** The tag characters of a text. */
const toTags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

const end = '\u{E007F}';
const toFlag = (region: string) => `\u{1F3F4}${toTags(region)}${end}`;

describe('a text without formatting', () => {
  it.each([
    ...['gbeng', 'gbsct', 'gbwls', 'ustx'].map((region) => `Zoë ${toFlag(region)} O’Neill`),
    `${toFlag('gbeng')}${toFlag('gbsct')}`,
    'T 👩‍💻',
    'ශ්‍රී',
  ])('keeps what belongs to %s', (text) => {
    expect(withoutFormatting(text)).toBe(text);
  });

  it.each([
    [`Zo${toTags('gbeng')}${end}ë`, 'Zoë'],
    [`Zoë \u{1F3F4}${toTags('gbeng')}`, 'Zoë \u{1F3F4}'],
    [`Zoë \u{1F3F4}${toTags('a hidden sentence')}${end}`, 'Zoë \u{1F3F4}'],
    [`${toFlag('gbeng')}${toTags('hidden')}`, toFlag('gbeng')],
    ['Zo\u202Eë\u200B', 'Zoë'],
  ])('a text without formatting has no characters that hide in %j', (text, shown) => {
    expect(withoutFormatting(text)).toBe(shown);
  });
});
