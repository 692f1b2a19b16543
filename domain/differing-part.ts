const leftOut = '…';

/**
 * Returns of two texts the lines in which they differ, with one line that they share around them:
 * of long ones nobody would see where that is.
 */
export function differingPart(mine: string, theirs: string): { mine: string; theirs: string } {
  const [a, b] = [mine.split('\n'), theirs.split('\n')];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const from = Math.max(0, start - 1);
  const after = Math.max(0, end - 1);
  const cut = (lines: string[]) =>
    [
      ...(from > 0 ? [leftOut] : []),
      ...lines.slice(from, lines.length - after),
      ...(after > 0 ? [leftOut] : []),
    ].join('\n');
  return { mine: cut(a), theirs: cut(b) };
}
