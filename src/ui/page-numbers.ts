/** Returns the page numbers to show. 0 marks a gap. */
export function pageNumbers(page: number, pageCount: number): number[] {
  const shown = [1, page - 1, page, page + 1, pageCount].filter((n) => n >= 1 && n <= pageCount);
  const numbers = [...new Set(shown)];
  return numbers.flatMap((number, index) => {
    const skipped = number - (numbers[index - 1] ?? 0) - 1;
    return skipped === 0 ? [number] : [skipped === 1 ? number - 1 : 0, number];
  });
}
