import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatement } from './statement.ts';

const toFile = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'));

async function read(file: Uint8Array) {
  const statement = await readStatement(file);
  if (!statement || statement === 'too long') throw new Error('The file was not read.');
  return statement;
}

/** Everything but the fingerprints. */
async function readShort(...lines: string[]) {
  const statement = await read(toFile(...lines));
  return {
    lines: statement.lines.map((line) => [
      line.lineNumber,
      line.date,
      line.amountCents,
      line.description,
    ]),
    unread: statement.unread.map(({ lineNumber, reason }) => [lineNumber, reason]),
  };
}

describe('statements of the banks', () => {
  it('reads what FNB offers for download', async () => {
    const { lines, unread } = await readShort(
      'Name:, MS, "A Mentor"',
      'Account:, 62000000000, [GOLD BUSINESS]',
      'Balance:, 5000.00, 4900.00',
      '',
      'Date, Amount, Balance, Description',
      '2026/11/03, 1000.00, 5000.00, FNB APP PAYMENT FROM TP-7K4Q2',
      '2026/11/03, -55.50, 4944.50, "POS PURCHASE, CAFE"',
      '',
    );
    expect(unread).toEqual([]);
    expect(lines).toEqual([
      [6, '2026-11-03', 100_000, 'FNB APP PAYMENT FROM TP-7K4Q2'],
      [7, '2026-11-03', -5_550, 'POS PURCHASE, CAFE'],
    ]);
  });

  it('statements of the banks reads FNB’s account history, without repeating its texts', async () => {
    const { lines } = await readShort(
      'ACCOUNT TRANSACTION HISTORY',
      'FOR ACCOUNT NUMBER 62000000000',
      'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER',
      '2026/11/01,0,750,FNB APP PAYMENT FROM X,FNB APP PAYMENT FROM X,1234567,0',
      '2026/11/02,0,500,MAGTAPE CREDIT,TP-7K4Q2,1235067,0',
    );
    expect(lines).toEqual([
      [4, '2026-11-01', 75_000, 'FNB APP PAYMENT FROM X'],
      [5, '2026-11-02', 50_000, 'MAGTAPE CREDIT TP-7K4Q2'],
    ]);
  });

  it('reads the statement that FNB emails, which leaves out the year', async () => {
    const { lines, unread } = await readShort(
      "2,62000000000,'MS A MENTOR','FNB BUSINESS ACCOUNT'",
      "3,'Statement Number','From Date','To Date','Opening Balance','Closing Balance','VAT Paid'",
      "3,92,'11 December 2026','12 January 2027',-177.49,-110.71,-22.70",
      "5,'Number','Date','Description1','Description2','Description3','Amount','Balance','Accrued Charges'",
      '5,1,\'13 Dec\',"FNB OB Pmt","J Smith","TP-7K4Q2",70000.00,69822.51,',
      '5,2,\'04 Jan\',"#Monthly Account Fee","","",-75.00,69747.51,',
      "6,'Total',69925.00",
    );
    expect(unread).toEqual([]);
    expect(lines).toEqual([
      [5, '2026-12-13', 7_000_000, 'FNB OB Pmt J Smith TP-7K4Q2'],
      [6, '2027-01-04', -7_500, '#Monthly Account Fee'],
    ]);
  });

  it('reads Standard Bank’s statement of account', async () => {
    const { lines, unread } = await readShort(
      'Statement of Account',
      '',
      'Account Name:,A MENTOR',
      'Currency:,ZAR - SOUTH AFRICAN RAND',
      '',
      'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference',
      '2026/11/02,2026/11/02,0249,OPEN BALANCE 0211 000000000000000,,+509910.25,,OPEN BALANCE,',
      '2026/11/03,2026/11/03,0250,IB PAYMENT FROM J SMITH 0311 000000000000111,+1000.00,+510910.25,TRF,TP-7K4Q2,',
      '2026/11/03,2026/11/03,0250,IB PAYMENT TO SB FLEET MAN,-35826.69,+475083.56,TRF,SB FLEET MAN,',
    );
    expect(unread).toEqual([]);
    expect(lines).toEqual([
      [8, '2026-11-03', 100_000, 'IB PAYMENT FROM J SMITH 0311 000000000000111 TP-7K4Q2'],
      [9, '2026-11-03', -3_582_669, 'IB PAYMENT TO SB FLEET MAN'],
    ]);
  });

  it('reads Standard Bank’s short form', async () => {
    const { lines, unread } = await readShort(
      '0,0,,0,ACC-NO,0000000012345678,0,0',
      '0,20261101,,1234.50,OPEN,OPEN BALANCE,0,0',
      'HIST,20261105,,1000.00,CREDIT TRANSFER,TP-7K4Q2,1234,0',
      'HIST,20261105,##,-2.50,FEE: CREDIT TRANSFER,,1234,0',
      '0,20261130,,2232.00,CLOSE,CLOSE BALANCE,0,0',
    );
    expect(unread).toEqual([]);
    expect(lines).toEqual([
      [3, '2026-11-05', 100_000, 'CREDIT TRANSFER TP-7K4Q2'],
      [4, '2026-11-05', -250, 'FEE: CREDIT TRANSFER'],
    ]);
  });

  it('statements of the banks reads Absa’s statement', async () => {
    const { lines } = await readShort(
      'Date,Description,Amount,Balance',
      '20261118,NOTIFIC FEE SMS     NOTIFYME 3 SMS,0.00,20000.50',
      '20261126,ACB CREDIT CAPITEC   TP-7K4Q2,1000.00,21000.50',
      '20261126,"AIRTIME DEBIT                 (      1,50 ) CARD NO. 7067",-150.00,20850.50',
    );
    expect(lines).toEqual([
      [2, '2026-11-18', 0, 'NOTIFIC FEE SMS NOTIFYME 3 SMS'],
      [3, '2026-11-26', 100_000, 'ACB CREDIT CAPITEC TP-7K4Q2'],
      [4, '2026-11-26', -15_000, 'AIRTIME DEBIT ( 1,50 ) CARD NO. 7067'],
    ]);
  });

  it('reads Nedbank’s statement, which has no header', async () => {
    const { lines, unread } = await readShort(
      'Statement Enquiry :',
      'Account Number :,1234567891',
      'Account Description :,CURRENT',
      'Statement Number :,3000',
      '01Nov2026,TP-7K4Q2 J SMITH,1000,54676.77',
      '27Nov2026,VAT 25/10-26/11 = R15.22,,11373.78',
      '27Nov2026,PROVISIONAL STATEMENT,,',
      '30Nov2026,SERVICE FEE,-41.6,11332.18',
    );
    expect(unread).toEqual([]);
    expect(lines).toEqual([
      [5, '2026-11-01', 100_000, 'TP-7K4Q2 J SMITH'],
      [8, '2026-11-30', -4_160, 'SERVICE FEE'],
    ]);
  });

  it('reads the statement of a Nedbank business account', async () => {
    const { lines } = await readShort(
      'Statement Enquiry',
      'Account Number : ,1234567891',
      'Account Description : ,Client funds',
      '1935,03/11/2026,BROUGHT FORWARD,0,2647971.89,,',
      '1936,04/11/2026,TP-7K4Q2,1000.00,2648971.89,,',
    );
    expect(lines).toEqual([
      [4, '2026-11-03', 0, 'BROUGHT FORWARD'],
      [5, '2026-11-04', 100_000, 'TP-7K4Q2'],
    ]);
  });
});

describe('statements of other banks', () => {
  it('reads TymeBank’s, whose dashes are empty and whose fees have a column', async () => {
    const { lines, unread } = await readShort(
      'Date,Description,Fees,Money Out,Money In,Balance',
      '24 Nov 2026,EFT from Z O’Neill TP-7K4Q2,-,-,450.01,5 402.50',
      '25 Nov 2026,Purchase,–,120.00,–,5 282.50',
      '26 Nov 2026,Monthly fee,5.00,-,-,5 277.50',
    );
    expect(unread).toEqual([]);
    expect(lines.map(([, , cents]) => cents)).toEqual([45_001, -12_000, -500]);
  });

  it('reads the file of Capitec’s app, with notes, fees and pending lines', async () => {
    const file = toFile(
      'Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance',
      '1,1200,2026-11-24,2026-11-24 7:05,Payment Received: TP-7K4Q2,Payment Received: TP-7K4Q2,Income,Other,450.01,,,5402.50',
      '2,1200,2026-11-25,2026-11-25 18:20,SMS Fee,SMS Fee,Fees,Fees,,,-0.35,5402.15',
      '3,1200,2026-11-25,2026-11-25,Correction: SMS Fee,Correction: SMS Fee,Fees,Fees,,,0.35,5402.50',
      '4,1200,2026-11-27,2026-11-27,Exc W/lim Garage,Exc W/lim Garage,,,,,,',
      '5,1200,2026-11-27,2026-11-27,(Pending) Payment TP-7K4Q2,(Pending) Payment TP-7K4Q2,,,450.01,,,',
    );
    const { lines, unread, notes } = await read(file);
    expect(unread).toEqual([]);
    expect(notes).toEqual([5]);
    expect(lines.map(({ amountCents, isPending }) => [amountCents, isPending])).toEqual([
      [45_001, false],
      [-35, false],
      [35, false],
      [45_001, true],
    ]);
  });

  it('reads FNB’s recreated statement, whose sign is in the amount', async () => {
    const { lines, unread } = await readShort(
      'Recreated Statement,,,,,,',
      'Date,20261126,,,,,',
      '',
      'Effective Date,Description,Reference,Service Fee,Debit / Credit,Amount,Balance',
      '20261124,PAYMENT RECEIVED    ,TP-7K4Q2,,CR,450.01,2010.89',
      '20261124,COFFEE PAYMENT      ,REF002,,-50.00,-50.00,1960.89',
      '20261125,CARD PURCHASE       ,REF006,,,-888.50,1072.39',
    );
    expect(unread).toEqual([]);
    expect(lines.map(([, , cents]) => cents)).toEqual([45_001, -5_000, -88_850]);
  });

  it('reads Nedbank’s details, with units in the names and a fee that includes VAT', async () => {
    const { lines, unread } = await readShort(
      'Tran list no,Date,Description,Fees (R),Debits (R),Credits (R),Balance (R)',
      '1,24/11/2026,TP-7K4Q2,,,"1,450.01","5,402.50"',
      '3,26/11/2026,MAINTENANCE FEE,*5.00,,,"5,277.50"',
      ',,Closing balance,,,,"5,277.50"',
    );
    expect(unread).toEqual([]);
    expect(lines.map(([, , cents]) => cents)).toEqual([145_001, -500]);
  });

  it.each([
    [
      'Discovery',
      'Value Date,Type,Beneficiary or CardHolder,Note,Amount',
      '"Nov 24, 2026",EFT,Zoë O’Neill,TP-7K4Q2,R450.01',
    ],
    [
      'Absa',
      'Account Number,Date,Reference Number,Charge,Debit Amount,Credit Amount,Balance',
      '40,2026-11-24,TP-7K4Q2,,,450.01,9.00',
    ],
    [
      'Investec',
      'Posted Date,Transaction Date,Payer name,Debit,Credit,Balance',
      '25/11/2026,24/11/2026,TP-7K4Q2,,450.01,9.00',
    ],
    [
      'Standard Bank',
      'Date,Description,Payments,Deposits,Balance',
      '20261124,TP-7K4Q2,,450.01,9.00',
    ],
    [
      'African Bank',
      'Date and time,Transaction,Amount (ZAR),Balance (ZAR)',
      'Tue 24 November 2026 10:05,TP-7K4Q2,450.01,9.00',
    ],
    [
      'Bank Zero',
      'Date;Time;Type;Fee;Amount (ZAR);Balance;Description 1',
      '2026-11-24;10:05;EFT;;450,01;9,00;TP-7K4Q2',
    ],
    [
      'Capitec',
      'Account,Date,Description,Reference,Amount,Fees,Balance',
      '12,24/11/2026,Payment,TP-7K4Q2,450.01,,9.00',
    ],
    [
      'a bank in Afrikaans',
      'Datum,Beskrywing,Debiet,Krediet,Saldo',
      '24 Nov 2026,TP-7K4Q2,,450.01,9.00',
    ],
  ])('reads the layout of %s', async (_, header, row) => {
    const { lines, unread } = await readShort(header, row);
    expect(unread).toEqual([]);
    expect(lines).toEqual([[2, '2026-11-24', 45_001, expect.stringContaining('TP-7K4Q2')]]);
  });

  it('reads what a column says about the state of a line', async () => {
    const { lines } = await read(
      toFile(
        'Date,Description,Amount,Status',
        '2026-11-24,one,1,Processed',
        '2026-11-24,two,1,Pending',
      ),
    );
    expect(lines.map((line) => line.isPending)).toEqual([false, true]);
  });
});

describe('any file whose columns have names', () => {
  it('any file whose columns have names does not read a line with more cells than names, whose cells a comma has moved', async () => {
    const { lines, unread } = await readShort(
      'Date,Description,Amount',
      '2026-11-03,O’Neill, Zoë,450.01',
      'Nov 24, 2026,TP-7K4Q2,450.01',
      '2026-11-03,fine,450.01,,',
    );
    expect(unread).toEqual([
      [2, 'columns'],
      [3, 'columns'],
    ]);
    expect(lines.map(([line]) => line)).toEqual([4]);
  });

  it('leaves no line with a reference or a sum among the notes', async () => {
    const { unread } = await readShort(
      'Date,Description,Amount',
      '2026-11-03,TP-7K4Q2,',
      '2026-11-03;TP-7K4Q2;450.01',
      '2026-11-03;J SMITH;450.01',
      'Page 1 of 2,,',
    );
    expect(unread).toEqual([
      [2, 'no amount'],
      [3, 'date'],
      [4, 'date'],
    ]);
  });

  it('reads separate columns of money in and out, with semicolons', async () => {
    const { lines, unread } = await readShort(
      'Posting Date;Transaction Date;Description;Money In (R);Money Out (R);Balance (R)',
      '03/11/2026;02/11/2026;Payment TP-7K4Q2;1 000,00;;5 000,00',
      '03/11/2026;02/11/2026;Fee;;-12,50;4 987,50',
      '03/11/2026;02/11/2026;Rent;0,00;4 000,00;987,50',
      '04/11/2026;04/11/2026;Both;1,00;2,00;986,50',
      'Total;;;1 000,00;4 012,50;',
    );
    expect(lines).toEqual([
      [2, '2026-11-02', 100_000, 'Payment TP-7K4Q2'],
      [3, '2026-11-02', -1_250, 'Fee'],
      [4, '2026-11-02', -400_000, 'Rent'],
    ]);
    expect(unread).toEqual([
      [5, 'amount'],
      [6, 'date'],
    ]);
  });

  it('reads a column that says credit or debit', async () => {
    const { lines, unread } = await readShort(
      'Date\tDetails\tAmount\tDR/CR',
      '2026-11-03\tIn\t10.00\tCR',
      '2026-11-03\tOut\t10.00\tDR',
      '2026-11-03\tWhich\t10.00\t',
    );
    expect(lines.map(([, , cents]) => cents)).toEqual([1_000, -1_000]);
    expect(unread).toEqual([[4, 'amount']]);
  });

  it('reads unmarked amounts as money out if only credits are marked', async () => {
    const { lines } = await readShort(
      'Date,Description,Amount',
      '2026-11-03,In,"1,000.00Cr"',
      '2026-11-03,Out,50.00',
    );
    expect(lines.map(([, , cents]) => cents)).toEqual([100_000, -5_000]);
  });

  it('any file whose columns have names reads months first only if the file proves it', async () => {
    const { lines } = await readShort(
      'Date,Description,Amount',
      '11/03/2026,a,1',
      '11/30/2026,b,1',
    );
    expect(lines.map(([, date]) => date)).toEqual(['2026-11-03', '2026-11-30']);
  });

  it('any file whose columns have names reports the one line that a stray quotation mark breaks', async () => {
    const { lines, unread } = await readShort(
      'Date,Description,Amount',
      '2026-11-03,"12 INCH,1.00',
      '2026-11-03,Fine 12" here,2.00',
      '2026-11-03,"Fine, too",3.00',
    );
    expect(lines.map(([line]) => line)).toEqual([3, 4]);
    expect(unread).toEqual([[2, 'quotes']]);
  });

  it.each([
    ['nothing', []],
    ['blank lines', ['', '']],
    ['prose', ['Dear Sir, please find', 'the statement, amount and date']],
    ['no text of the payer', ['Date,Amount', '2026-11-03,1.00']],
    ['no amount', ['Date,Description,Balance', '2026-11-03,a,1.00']],
  ])('any file whose columns have names recognises nothing in %s', async (_, lines) => {
    expect(await readStatement(toFile(...lines))).toBeUndefined();
  });
});

describe('the file itself', () => {
  const text = 'Date,Description,Amount\n2026-11-03,René Ünal,1.00\n';

  it.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['null characters', new TextEncoder().encode(text.replace('1.00', '1.\0' + '00'))],
  ])('the file itself is read in %s', async (_, file) => {
    const { lines } = await read(file);
    expect(lines).toMatchObject([{ description: 'René Ünal', amountCents: 100 }]);
  });
});

it('loses no line of any file', async () => {
  const cells = fc.constantFrom(
    '2026-11-03',
    '31/12/2026',
    '10.00',
    '-5',
    '1 000,00',
    'TP-7K4Q2',
    '"',
    '"a',
    "'",
    'R',
    '',
  );
  const lines = fc.array(fc.array(cells, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lines, async (rows) => {
      const file = toFile('Date,Description,Amount', ...rows.map((row) => row.join(',')));
      const { lines, unread, notes } = await read(file);
      const found = [...[...lines, ...unread].map(({ lineNumber }) => lineNumber), ...notes];
      const filled = rows.flatMap((row, at) =>
        row.some((cell) => /[^']/.test(cell)) ? [at + 2] : [],
      );
      expect(found).toEqual(expect.arrayContaining(filled));
      expect(new Set(found).size).toBe(found.length);
      const withMoney = rows.flatMap((row, at) =>
        /^[^"]+,[^"]*,[^"]*\d/.test(row.join(',')) && /\d/.test(row[2] ?? '') ? [at + 2] : [],
      );
      for (const note of notes) expect(withMoney).not.toContain(note);
    }),
  );
});

describe('a long file', () => {
  const limits = { lines: 50_000, lineLength: 2_000 };
  const header = 'Date,Description,Amount';

  /** Returns how often the reading pauses, and the most characters between two pauses. */
  async function countPauses(text: string) {
    let pauses = 0;
    await readStatement(new TextEncoder().encode(text), async () => {
      pauses += 1;
    });
    return pauses;
  }

  it.each(['(', '"', "'", ',', '\n', '\r\n', ' ', '-', '0', 'T', '\u00A0', '\0', '2026-11-03,'])(
    'a long file of %j is read in slices, twice as many for twice the length',
    async (character) => {
      const text = (times: number) => `${header}\n${character.repeat(times)}`;
      const [one, two] = [await countPauses(text(100_000)), await countPauses(text(200_000))];
      expect(two).toBeLessThanOrEqual(2 * one + 10);
    },
  );

  it('a long file has its long lines and no others unread, cut short', async () => {
    const { lines, unread } = await read(
      toFile(header, '('.repeat(1_000_000), '2026-11-03,TP-7K4Q2,450.01'),
    );
    expect(lines).toMatchObject([{ lineNumber: 3, amountCents: 45_001 }]);
    expect(unread).toEqual([{ lineNumber: 2, text: '('.repeat(200), reason: 'length' }]);
  });

  it('a long file pauses at least once for 200 of its lines', async () => {
    const line = '2026-11-03,"EFT, ZOË O’NEILL",450.01\n';
    expect(await countPauses(`${header}\n${line.repeat(5_000)}`)).toBeGreaterThan(25);
  });

  it('a long file is refused above a number of lines', async () => {
    const line = '2026-11-03,a,1\n';
    const file = new TextEncoder().encode(`${header}\n${line.repeat(limits.lines)}`);
    expect(await readStatement(file, async () => {})).toBe('too long');
  });
});

it('reading a statement never fails, for any file', async () => {
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string().map((text) => toFile(text)),
  );
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      await expect(readStatement(file)).resolves.not.toBeNull();
    }),
  );
});

describe('the fingerprint of a line', () => {
  const header = 'Date,Description,Amount,Balance';
  const [first, second] = [
    '2026-11-03,Coffee,-30.00,970.00',
    '2026-11-04,TP-7K4Q2,1000.00,1970.00',
  ];

  it('the fingerprint of a line is the same in another download with another layout', async () => {
    const one = await read(toFile(header, first ?? '', second ?? ''));
    const other = await read(
      toFile(
        'Name:, A Mentor',
        'Date, Amount, Balance, Description',
        '2026/11/04, 1000.00, 1970.00, tp 7k4q2',
      ),
    );
    expect(other.lines[0]?.fingerprint).toBe(one.lines[1]?.fingerprint);
    expect(one.lines[0]?.fingerprint).not.toBe(one.lines[1]?.fingerprint);
    expect(one.lines[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  it('the fingerprint of a line distinguishes equal lines of one day', async () => {
    const { lines } = await read(toFile(header, first ?? '', first ?? ''));
    const again = await read(toFile(header, first ?? '', first ?? '', second ?? ''));
    expect(new Set(lines.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(again.lines.slice(0, 2)).toEqual(lines);
  });
});
