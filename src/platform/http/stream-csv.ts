import { Readable } from 'node:stream';
import { describeError } from '#platform/errors/errors.ts';
import { byteOrderMark, type CsvValue, toCsvLine } from '#rules/csv.ts';
import type { ListPage, PageQuery } from '#rules/list-page.ts';

/** The cells of a row. */
export type CsvLine = CsvValue[];

/** How many rows are read at a time. */
const pageSize = 500;

interface CsvSource<Item> {
  headings: string[];
  readPage: (page: PageQuery) => Promise<ListPage<Item>>;
  toLine: (item: Item) => CsvLine;
}

/** Returns the headers of a CSV download, named after its content and the date (UTC). */
export const csvHeaders = (what: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${what}-${new Date().toISOString().slice(0, 10)}.csv"`,
});

/**
 * Streams a CSV file, reading a page of rows at a time. If the database fails, the stream breaks,
 * because half a file must not look complete.
 */
export function streamCsv<Item>({ headings, readPage, toLine }: CsvSource<Item>): ReadableStream {
  async function* writeLines() {
    yield byteOrderMark + toCsvLine(headings);
    let cursor: string | undefined;
    do {
      // The error reaches the response and the log, so it must not contain the query.
      const page = await readPage({ limit: pageSize, cursor }).catch((error: unknown) => {
        throw new Error(`The export failed: ${describeError(error)}`);
      });
      yield page.items.map((item) => toCsvLine(toLine(item))).join('');
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  return Readable.toWeb(Readable.from(writeLines(), { objectMode: false })) as ReadableStream;
}
