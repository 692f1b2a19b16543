const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A zero-width joiner or non-joiner changes the shape of letters in Arabic and Indic scripts. */
const isJoiner = (character: string) => /[\u200C\u200D]/.test(character);

/**
 * Returns a text that the fonts can show. Decorated letters, as people use them in names online, become
 * plain. An unknown letter with a diacritic loses the diacritic. Other unknown characters are left out,
 * such as emoji and changes of direction.
 */
export function toPrintable(text: string, isKnown: (codePoint: number) => boolean): string {
  const hasAll = (characters: string) =>
    [...characters].every((one) => isJoiner(one) || isKnown(one.codePointAt(0) ?? 0));
  const segments = [...graphemes.segment(text.normalize('NFC'))].map(({ segment }) => {
    if (/^\s+$/.test(segment)) return segment === '\u00A0' ? segment : ' ';
    const visible = segment.replace(/\p{C}/gu, (one) => (isJoiner(one) ? one : ''));
    const plain = visible.normalize('NFKC');
    const [base = ''] = visible.normalize('NFD');
    const letter = /\p{L}/u.test(base) ? base : '';
    if (/^\p{L}\p{M}*$/u.test(plain) && hasAll(plain)) return plain;
    return [visible, plain, letter].find(hasAll) ?? '';
  });
  // Joiners shape nothing between letters that need no shaping, and fonts of other scripts lack them.
  return segments
    .join('')
    .replace(/(?<![\p{L}\p{M}\u200C\u200D])[\u200C\u200D]+/gu, '')
    .replace(/(?<![\u200C\u200D])[\u200C\u200D]+(?![\p{L}\p{M}\u200C\u200D])/gu, '')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200C\u200D]+/gu, '');
}
