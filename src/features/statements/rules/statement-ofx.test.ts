import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatement } from './statement.ts';

async function read(file: string | Uint8Array) {
  const statement = await readStatement(
    typeof file === 'string' ? new TextEncoder().encode(file) : file,
  );
  if (!statement || statement === 'too long') throw new Error('The file was not read.');
  return statement;
}

/** Everything but the fingerprints. */
async function readShort(file: string | Uint8Array) {
  const { lines, unread } = await read(file);
  return {
    lines: lines.map((line) => [line.date, line.amountCents, line.description]),
    unread: unread.map(({ lineNumber, reason }) => [lineNumber, reason]),
  };
}

const header =
  'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\nCOMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n';

/** An account in SGML, whose values have no closing tags. */
const sgml = (...transactions: string[]) => `${header}<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261128<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>ZAR
<BANKACCTFROM><BANKID>250655<ACCTID>62000000000<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261128
${transactions.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>5402.50<DTASOF>20261128</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const transaction = (values: Record<string, string>) =>
  `<STMTTRN>${Object.entries(values)
    .map(([tag, value]) => `<${tag}>${value}`)
    .join('\r\n')}</STMTTRN>`;

const payment = {
  TRNTYPE: 'CREDIT',
  DTPOSTED: '20261124',
  TRNAMT: '450.01',
  FITID: '202611240001',
  NAME: 'Z O NEILL',
  MEMO: 'TP-7K4Q2',
};

/** The payment with other values. */
const paid = (changes: Partial<typeof payment> & Record<string, string> = {}) =>
  transaction({ ...payment, ...changes });

const expected = ['2026-11-24', 45_001, 'Z O NEILL TP-7K4Q2'];

describe('a statement in OFX', () => {
  it('a statement in OFX is read in SGML', async () => {
    const fee = { TRNTYPE: 'FEE', DTPOSTED: '20261125120000.000[+2:SAST]', TRNAMT: '-5.50' };
    expect(await readShort(sgml(paid(), transaction({ ...fee, NAME: 'MONTHLY FEE' })))).toEqual({
      lines: [expected, ['2026-11-25', -550, 'MONTHLY FEE']],
      unread: [],
    });
  });

  it('a statement in OFX is read in SGML without line breaks, and with closing tags', async () => {
    const closed = sgml(paid()).replace(/<(NAME|MEMO|TRNAMT)>([^<\r]*)/g, '<$1>$2</$1>');
    for (const file of [closed, closed.replace(/[\r\n]/g, ''), sgml(paid()).toLowerCase()]) {
      const [line] = (await readShort(file)).lines;
      expect(line).toEqual([
        expected[0],
        expected[1],
        expect.stringMatching(/^z o neill tp-7k4q2$/i),
      ]);
    }
  });

  it('a statement in OFX is read in XML', async () => {
    const file = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>ZAR</CURDEF><BANKTRANLIST>
  <STMTTRN>
    <TRNTYPE>CREDIT</TRNTYPE>
    <DTPOSTED>20261124000000</DTPOSTED>
    <TRNAMT>450.0100</TRNAMT>
    <PAYEE><NAME>Zoë &amp; Z&#246;e O&apos;Neill</NAME><CITY>Soweto</CITY></PAYEE>
    <MEMO><![CDATA[TP-7K4Q2 <thanks> & bye]]></MEMO>
  </STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    expect(await readShort(file)).toEqual({
      lines: [['2026-11-24', 45_001, "Zoë & Zöe O'Neill TP-7K4Q2 <thanks> & bye"]],
      unread: [],
    });
  });

  it.each([
    ['UTF-8', (text: string) => new TextEncoder().encode(text)],
    ['Windows-1252', (text: string) => Buffer.from(text.replace('’', '\u0092'), 'latin1')],
    ['UTF-16 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('a statement in OFX is read in %s', async (_, encode) => {
    const { lines } = await readShort(encode(sgml(paid({ NAME: 'Zoë O’Neill' }))));
    expect(lines).toEqual([['2026-11-24', 45_001, 'Zoë O’Neill TP-7K4Q2']]);
  });

  it('a statement in OFX is read with its values as banks write them', async () => {
    const amountOf = async (TRNAMT: string, TRNTYPE = 'CREDIT') =>
      (await readShort(sgml(paid({ TRNAMT, TRNTYPE })))).lines[0]?.[1];
    expect(await amountOf('+450.01')).toBe(45_001);
    expect(await amountOf('450,01')).toBe(45_001);
    expect(await amountOf('.50')).toBe(50);
    expect(await amountOf('-1,450.01')).toBe(-145_001);
    // Without any minus in the file, the kind says that money went out.
    expect(await amountOf('450.01', 'DEBIT')).toBe(-45_001);
    const { lines } = await readShort(sgml(paid({ NAME: 'B&B <3 Gold', MEMO: 'B&B' })));
    expect(lines[0]?.[2]).toBe('B&B <3 Gold');
  });

  it('marks what the bank has not completed', async () => {
    const pending = '<STMTTRNP><DTTRAN>20261124<TRNAMT>450.01<NAME>TP-7K4Q2</STMTTRNP>';
    const { lines } = await read(sgml(pending, paid({ NAME: '(Pending) x' }), paid()));
    expect(lines.map(({ isPending }) => isPending)).toEqual([true, true, false]);
  });

  it('a statement in OFX has all its accounts, each in its own currency', async () => {
    const dollars = sgml(paid()).replace('<CURDEF>ZAR', '<CURDEF>USD');
    const both = dollars.replace('</BANKMSGSRSV1></OFX>', sgml(paid()).slice(header.length + 5));
    expect(await readShort(both)).toEqual({ lines: [expected], unread: [[1, 'currency']] });
  });

  it('reports each transaction that cannot be read', async () => {
    const { TRNAMT: _, ...withoutAmount } = payment;
    const file = sgml(
      paid({ DTPOSTED: '20261324' }),
      transaction(withoutAmount),
      paid({ TRNAMT: '4.500.1' }),
      paid({ MEMO: '('.repeat(2_000) }),
      paid(),
    );
    expect(await readShort(file)).toEqual({
      lines: [expected],
      unread: [
        [1, 'date'],
        [2, 'no amount'],
        [3, 'amount'],
        [4, 'length'],
      ],
    });
  });

  it('a statement in OFX without transactions has no lines', async () => {
    expect(await readShort(sgml())).toEqual({ lines: [], unread: [] });
  });

  it('a statement in OFX has the fingerprints of the same lines in CSV', async () => {
    const csv = 'Date,Amount,Description\n2026-11-24,450.01,Z O NEILL TP-7K4Q2';
    const [inCsv, inOfx] = [await read(csv), await read(sgml(paid()))];
    expect(inOfx.lines[0]?.fingerprint).toBe(inCsv.lines[0]?.fingerprint);
    expect(inOfx.lines[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  it('a statement in OFX loses no transaction, whatever is in it', async () => {
    const values = fc.constantFrom(
      '20261124',
      '450.01',
      '',
      'TP-7K4Q2',
      '<',
      '>',
      '&amp',
      '</X>',
      '<![CDATA[a',
    );
    const shapes = fc.array(fc.tuple(values, values, values), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(shapes, async (rows) => {
        const file = sgml(
          ...rows.map(([DTPOSTED, TRNAMT, MEMO]) => transaction({ DTPOSTED, TRNAMT, MEMO })),
        );
        const { lines, unread } = await read(file);
        const found = [...lines, ...unread].map(({ lineNumber }) => lineNumber).sort();
        expect(found).toEqual(rows.map((_, at) => at + 1));
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

describe('a long file in OFX', () => {
  /** Returns how often the reading pauses. */
  async function countPauses(text: string) {
    let pauses = 0;
    await readStatement(new TextEncoder().encode(text), async () => {
      pauses += 1;
    });
    return pauses;
  }

  it.each(['<', '<A>', '</STMTTRN>', '&', '&#', ' ', '>', '<![CDATA[', '0', '[', '\n', '<A '])(
    'a long file in OFX of %j is read in slices, twice as many for twice the length',
    async (text) => {
      const file = (times: number) => sgml(`<STMTTRN><MEMO>${text.repeat(times)}`);
      const [one, two] = [await countPauses(file(40_000)), await countPauses(file(80_000))];
      expect(two).toBeLessThanOrEqual(2 * one + 10);
    },
  );

  it('a long file in OFX is refused above a number of transactions', async () => {
    const file = new TextEncoder().encode(sgml('<STMTTRN></STMTTRN>'.repeat(50_001)));
    expect(await readStatement(file, async () => {})).toBe('too long');
  });
});
