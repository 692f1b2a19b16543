/**
 * Invisible characters apart from white space: control and formatting characters, fillers, and
 * blanks that Unicode counts as symbols (an empty Braille cell, the placeholder of a pasted
 * object).
 */
const invisible =
  /(?![\s\p{Z}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD]+/gu;

/** Returns the visible part of a text. */
export const visibleOf = (text: string): string => text.replaceAll(invisible, '').trim();

/**
 * Returns a single-line value, such as a phone number, without artefacts of copying: direction
 * marks, zero-width spaces, and unusual spaces and dashes.
 */
export const withoutPastedMarks = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim();

/**
 * A joiner between two letters or parts of an emoji is part of the spelling: Sinhala, Hindi,
 * Persian, 👩‍💻.
 */
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** The flags of England, Scotland and Wales: a black flag, the region in tag characters, and an end. */
const formatting =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|(?![\u200C\u200D])\p{Cf}/gu;

/** Returns a text without formatting characters, except joiners and tags that belong to the spelling. */
export const withoutFormatting = (text: string): string =>
  text
    .replaceAll(formatting, (_, flag: string | undefined) => flag ?? '')
    .replaceAll(looseJoiner, '');
