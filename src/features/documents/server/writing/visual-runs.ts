import createBidi from 'bidi-js';

const bidi = createBidi();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns whether a line has letters that are read from right to left. */
export const isRightToLeft = (line: string): boolean =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(line);

/** A part of a line that is drawn in one font and one direction. */
export interface VisualRun {
  text: string;
  /** The index of its font. The first one has no letters that are read from right to left. */
  font: number;
}

interface LogicalRun extends VisualRun {
  /** Even levels go from left to right, odd ones from right to left. */
  level: number;
}

/**
 * Splits a line into runs, in the order in which they are drawn from left to right (Unicode Standard Annex
 * 9). The letters within a run stay in reading order, because the font shapes them.
 */
export function toVisualRuns(line: string, findFont: (grapheme: string) => number): VisualRun[] {
  const levels = isRightToLeft(line) ? bidi.getEmbeddingLevels(line).levels : undefined;
  const runs: LogicalRun[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels?.[index] ?? 0;
    const mirrored = level % 2 === 1 ? bidi.getMirroredCharacter(segment) : null;
    const [text, font] = [mirrored ?? segment, findFont(segment)];
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) {
      last.text = isDrawnBackwards(text, level, font) ? text + last.text : last.text + text;
    } else {
      runs.push({ text, font, level });
    }
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseFrom(runs, level);
  return runs.map(({ text, font }) => ({ text, font }));
}

/**
 * Returns whether a font draws a character in the other direction than its level says: spaces and brackets
 * among letters from right to left, and Persian digits, which are read from left to right.
 */
const isDrawnBackwards = (character: string, level: number, font: number) =>
  level % 2 === 1 ? font === 0 : isRightToLeft(character);

/** Reverses each sequence of runs at this level or a higher one (rule L2). */
function reverseFrom(runs: LogicalRun[], level: number): void {
  let start = 0;
  for (let end = 0; end <= runs.length; end += 1) {
    if ((runs[end]?.level ?? -1) >= level) continue;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end + 1;
  }
}
