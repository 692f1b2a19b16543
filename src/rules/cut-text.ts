/** An approximation of a grapheme, for browsers without Intl.Segmenter (Firefox before 125). */
const character =
  /\p{Regional_Indicator}{2}|\r\n|.(?:[\p{M}\p{Emoji_Modifier}\u200C\u{E0020}-\u{E007F}]|\u200D.?)*/gsu;

function* listCharacters(text: string): Generator<string> {
  const segmenter = Intl.Segmenter && new Intl.Segmenter('en', { granularity: 'grapheme' });
  if (!segmenter) {
    for (const [matched] of text.matchAll(character)) yield matched;
    return;
  }
  for (const { segment } of segmenter.segment(text)) yield segment;
}

const unitsOf = (text: string) => text.length;

/** Counts code points, like the database. */
export const codePointsOf = (text: string): number => Array.from(text).length;

/**
 * Returns the start of a text, at most `length` UTF-16 units, or units of `count`. Never cuts a
 * grapheme, such as an emoji or a letter with its marks.
 */
export function cutText(text: string, length: number, count = unitsOf): string {
  let end = 0;
  let counted = 0;
  for (const shown of listCharacters(text)) {
    counted += count(shown);
    if (counted > length) break;
    end += shown.length;
  }
  return text.slice(0, end);
}
