import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

/** Parses CSV like spreadsheets: text after a closing quotation mark belongs to the cell. */
function readCsv(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] !== '"') break;
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    }
    while (at < text.length && !`${separator}\r\n`.includes(text.charAt(at))) {
      cell += text[at];
      at += 1;
    }
    line.push(cell);
    if (text[at] !== separator) {
      lines.push(line);
      line = [];
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    }
    at += 1;
  }
  return lines;
}

/** Matches cells that a spreadsheet would calculate instead of showing. */
const formula = /^[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

const hostile = fc.array(
  fc.constantFrom(
    '=1+1',
    '+',
    '-',
    '@SUM(A1)',
    '＝1',
    '＋',
    '－2',
    '＠',
    '﹦',
    '|',
    "'",
    '"',
    '""',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    '\r\n',
    ' ',
    '\u00A0',
    '\u200B',
    '\u0001',
    'a',
    '1',
    '(',
    '😀',
  ),
  { maxLength: 12 },
);
const cells = fc.array(
  hostile.map((parts) => parts.join('')),
  { minLength: 1, maxLength: 5 },
);

describe('a line', () => {
  it('a line quotes every cell', () => {
    expect(toCsvLine(['plain', 'with, comma', 'with "marks"', 'two\nlines', null, ' spaced'])).toBe(
      '"plain";"with, comma";"with ""marks""";"two\nlines";"";" spaced"\r\n',
    );
  });

  it('reads back as the same cells, except for apostrophes', () => {
    fc.assert(
      fc.property(cells, (values) => {
        const [read, ...more] = readCsv(toCsvLine(values), ';');
        expect(more).toEqual([]);
        const bare = (texts: string[] = []) => texts.map((text) => text.replaceAll("'", ''));
        expect(bare(read)).toEqual(bare(values));
      }),
      { numRuns: 500 },
    );
  });

  it.each([',', ';', '\t'])('a line has no formula with the separator %j', (separator) => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 3 }), (lines) => {
        const read = readCsv(lines.map(toCsvLine).join(''), separator);
        expect(read.flat().filter((cell) => formula.test(cell))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('a line is fast for any number of possible cells', () => {
    expect(toCsvLine([`a${'\n'.repeat(200_000)}b`])).toHaveLength(200_006);
  });
});

it.each([
  ['=1+1', "'=1+1"],
  ['x;=1+1', "x;'=1+1"],
  ['Hello\n  @SUM(A1)', "Hello\n  '@SUM(A1)"],
  ['x;"=1+1', `x;""'=1+1`],
  ['＝1+1', "'＝1+1"],
  ['Is 1 - 1 = 0?', 'Is 1 - 1 = 0?'],
  ['jane@example.com', 'jane@example.com'],
])('writes %j as %j', (text, written) => {
  expect(toCsvLine([text])).toBe(`"${written}"\r\n`);
});

it.each([
  ['+27 82 555 1234', '(+27) 82 555 1234'],
  ['+27825551234', '(+27) 825551234'],
  ['+1 (555) 010-9999', '(+1) (555) 010-9999'],
  ['+264 81-555 1234', '(+264) 81-555 1234'],
  ['082-555-1234', '082-555-1234'],
  ['082 555 1234', "'082 555 1234"],
  ['0825551234', "'0825551234"],
  ['0027825551234', "'0027825551234"],
  ['278255512345', "'278255512345"],
  ['1 000', "'1 000"],
  ['5e10', "'5e10"],
  ['1,5E-3', "'1,5E-3"],
  [' 12.e+07 ', "' 12.e+07 "],
  ['(2e4)', "'(2e4)"],
  ['R5e10', "'R5e10"],
  ['e10', 'e10'],
  ['5e', '5e'],
  ['5 else 10', '5 else 10'],
  ['0', '0'],
  ['2500', '2500'],
  ['+1 (', "'+1 ("],
  ['+27 82 1', "'+27 82 1"],
  ['+27 82 555 1234;=1', "'+27 82 555 1234;'=1"],
])('keeps the number %j readable as %j', (text, written) => {
  expect(toCsvLine([text])).toBe(`"${written}"\r\n`);
});
