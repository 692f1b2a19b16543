/** The headers of a CSV file to keep, named after what it holds and the day (UTC). */
export const csvHeaders = (what: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${what}-${new Date().toISOString().slice(0, 10)}.csv"`,
});
