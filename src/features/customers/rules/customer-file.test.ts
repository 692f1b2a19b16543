import { describe, expect, it } from 'vitest';
import { type CustomerFile, readCustomerFile } from './customer-file.ts';

const today = '2026-11-28';

const readBytes = (bytes: Uint8Array) =>
  readCustomerFile(bytes, { today, pause: () => Promise.resolve() });
const read = (text: string) => readBytes(new TextEncoder().encode(text));

/** Returns the lines of a file that can be read. */
function linesOf(file: CustomerFile) {
  if ('problem' in file) throw new Error(file.problem);
  return file;
}

const zoe = {
  lineNumber: 2,
  name: 'Zoë 𝗧. O’Neill',
  email: 'zoe.oneill@example.com',
  phone: '+27825551234',
  course: 'Gold “Mastery”; part 1',
  day: '2024-03-05',
};

describe('a file of old customers', () => {
  it.each([
    [
      'semicolons and CR LF, as Excel writes it in South Africa',
      'Name;Email;Phone;Course;Date\r\nZoë 𝗧. O’Neill;zoe.oneill@example.com;0825551234;"Gold “Mastery”; part 1";2024/03/05\r\n',
    ],
    [
      'a byte order mark, commas and CR',
      '\uFEFFname,email,phone,course,date\rZoë 𝗧. O’Neill,zoe.oneill@example.com,(082) 555-1234,"Gold “Mastery”; part 1",5 Mar 2024',
    ],
    [
      'tabs, first and last names, and Afrikaans',
      'Datum\tNaam\tVan\tSelfoon\tE-pos adres / email\tKursus\n05/03/2024\tZoë 𝗧.\tO’Neill\t825551234\tzoe.oneill@example.com\tGold “Mastery”; part 1\n',
    ],
    [
      'one column of contacts, and others that do not count',
      'Client no.;Full name;Date of birth;Contact;Contact;Course name;Course price;Date bought\n17;Zoë 𝗧. O’Neill;1990-01-01;zoe.oneill@example.com;+27 82 555 1234;Gold “Mastery”; part 1'.replace(
        'Gold “Mastery”; part 1',
        '"Gold “Mastery”; part 1";R450.01;2024-03-05',
      ),
    ],
  ])('is read with %s', async (_, text) => {
    expect(await read(text)).toEqual({ lines: [zoe], faulty: [] });
  });

  it('is read in UTF-16 and Windows-1252, after the separator of Excel', async () => {
    const text = 'sep=;\r\nName;Email;Course\r\nZoë;zoe@example.com;Gold\r\n';
    const expected = { lineNumber: 3, name: 'Zoë', email: 'zoe@example.com', day: null };
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(text, 'latin1')])
      expect(linesOf(await readBytes(bytes)).lines).toMatchObject([expected]);
  });

  it('reads a text with line breaks, and counts the lines', async () => {
    const text =
      'Name;Email;Notes;Course\r\nAnn;ann@example.com;"Paid\r\nin cash";Gold\r\nBo;bo@example.com;5" pipe;Gold';
    expect(linesOf(await read(text))).toMatchObject({
      lines: [
        { lineNumber: 2, name: 'Ann' },
        { lineNumber: 4, name: 'Bo' },
      ],
      faulty: [],
    });
  });

  it('reads American dates, if all of them are', async () => {
    const text =
      'Name,Email,Course,Date\nAnn,ann@example.com,Gold,3/5/2024\nBo,bo@example.com,Gold,12/31/2024';
    expect(linesOf(await read(text)).lines.map(({ day }) => day)).toEqual([
      '2024-03-05',
      '2024-12-31',
    ]);
  });

  it('names what to correct in each line', async () => {
    const { lines, faulty } = linesOf(
      await read(
        [
          'Name;Email;Phone;Course;Date',
          'Zoë;zoe@example.com;;Gold;',
          ';;;Gold;',
          '"Thabo ""TK"" Mbeki";tk@nowhere;082 55;;31/02/2024',
          ';;;;',
          'Zoe O;ZOE@example.com;-;gold!;2024-01-01',
          'Ann;ann@example.com;;Gold;2026-11-29',
          '"Bo;bo@example.com;;Gold;',
          'Eve;eve@example.com;;Gold;;R450.01',
        ].join('\r\n'),
      ),
    );
    expect(lines.map(({ lineNumber }) => lineNumber)).toEqual([2]);
    expect(faulty.map(({ lineNumber, reasons }) => [lineNumber, ...reasons])).toEqual([
      [3, 'Name is required.', 'Enter an email address or a phone number.'],
      [
        4,
        'A valid email is required.',
        'Enter a valid phone number, such as 082 555 1234 or +44 7400 123456.',
        'Enter a course.',
        '“31/02/2024” is not a date. Write it like 2026-11-28.',
      ],
      [6, 'Line 2 has the same person and course.'],
      [7, 'The date is in the future.'],
      [8, 'A quotation mark is not closed.'],
      [
        9,
        'It has more columns than the first line. Put texts with a separator in quotation marks.',
      ],
    ]);
    expect(faulty[1]?.text).toContain('Thabo "TK" Mbeki tk@nowhere');
  });

  it.each([
    ['an empty file', '', /Missing: name, email or phone, course\.$/],
    ['a file without names of columns', 'Zoë;zoe@example.com;Gold', /^The first line must name/],
    ['a file without courses', 'Name;Cell', /Missing: course\.$/],
    ['a workbook', 'PK\u0003\u0004', /^This is a workbook\./],
    [
      'too many lines',
      `Name;Cell;Course${'\nZoë;0825551234;Gold'.repeat(1_001)}`,
      /^This file has more than 1,000 lines\./,
    ],
  ])('says what is wrong with %s', async (_, text, problem) => {
    expect(await read(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
