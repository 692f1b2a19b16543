/** The days of a month (`YYYY-MM`) in weeks from Monday to Sunday, with those of its neighbours that fill them. */
export function weeksOfMonth(month: string): string[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const monday = new Date(first);
  monday.setUTCDate(1 - ((first.getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  while (weeks.length === 0 || monday.toISOString().startsWith(month)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const date = new Date(monday);
        date.setUTCDate(monday.getUTCDate() + index);
        return date.toISOString().slice(0, 10);
      }),
    );
    monday.setUTCDate(monday.getUTCDate() + 7);
  }
  return weeks;
}

/** The month so many months away: `2026-12`, 1 → `2027-01`. */
export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}
