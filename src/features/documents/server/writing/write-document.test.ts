import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Document } from '#features/documents/rules/document.ts';
import { toPrintable } from './printable.ts';
import { writeDocument } from './write-document.ts';

const receipt: Document = {
  kind: 'receipt',
  number: 'RCT-2026-0001',
  issuedAt: new Date('2026-11-27T08:00:00Z'),
  timeZone: 'Africa/Johannesburg',
  seller: {
    name: 'Thandiwe Ndlovu',
    legalStatus: 'Sole proprietor',
    address: '12 Loop Street\nCape Town\n8001',
    phone: '+27 82 555 1234',
    email: 'mentor@example.com',
  },
  buyer: { name: 'Łukasz Šebestyén-Žižka', email: 'lukasz@example.com' },
  lines: [{ description: 'Session (1 hour)', quantity: 2, unitCents: 50_000 }],
  totalCents: 100_000,
  payment: {
    method: 'Bank transfer',
    paidAt: new Date('2026-11-26T22:30:00Z'),
    reference: 'TP-7K4Q2',
  },
};

const taxInvoice: Document = {
  ...receipt,
  kind: 'tax invoice',
  number: 'INV-2026-0001',
  seller: { ...receipt.seller, vatNumber: '4012345678' },
  vat: { rateBasisPoints: 1500, vatCents: 13_043 },
};

const toLatin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function readStream(stream: unknown): string {
  if (stream instanceof PDFRawStream) return toLatin(decodePDFRawStream(stream).decode());
  if (stream instanceof PDFStream) return toLatin(stream.getContents());
  throw new Error('This is no stream.');
}

/** The characters of a font's glyphs, by the map that readers use to copy text. */
function readCharacters(font: PDFDict): Map<string, string> {
  const map = readStream(font.lookup(PDFName.of('ToUnicode')));
  const pairs = [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)];
  return new Map(
    pairs.map(([, glyph = '', text = '']) => {
      return [glyph.toUpperCase(), Buffer.from(text, 'hex').swap16().toString('utf16le')];
    }),
  );
}

/** Returns the operators of a page. */
function readContent(page: PDFPage): string {
  const { context } = page.doc;
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((stream) => readStream(stream && context.lookup(stream))).join('\n');
}

/** Returns the texts of a page in the order in which they are drawn. */
function readPage(page: PDFPage): string[] {
  const content = readContent(page);
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const characters = new Map<string, Map<string, string>>();
  let font = '';
  const texts: string[] = [];
  for (const [, name, glyphs] of content.matchAll(/\/(\S+) [\d.]+ Tf|<(\w+)> Tj/g)) {
    if (name) font = name;
    if (!glyphs) continue;
    const known =
      characters.get(font) ?? readCharacters(fonts?.lookup(PDFName.of(font)) as PDFDict);
    characters.set(font, known);
    const read = glyphs.match(/.{4}/g)?.map((glyph) => known.get(glyph.toUpperCase()) ?? '?') ?? [];
    texts.push(read.join('').replaceAll('\u00A0', ' ').trim());
  }
  return texts;
}

async function readTexts(document: Document): Promise<string[]> {
  const pdf = await PDFDocument.load(await writeDocument(document));
  return pdf.getPages().flatMap(readPage);
}

describe('an invoice before the payment', () => {
  const { payment: _, ...open } = receipt;
  const invoice: Document = {
    ...open,
    kind: 'invoice',
    number: 'INV-2026-0001',
    buyer: { ...receipt.buyer, company: 'Kasi Traders (Pty) Ltd' },
    due: {
      reference: 'TP-7K4Q2',
      by: '2026-12-04',
      bank: [{ label: 'Account number', value: '0000000000' }],
    },
  };

  it('says what to pay, by when, with which reference and to which account', async () => {
    const texts = (await readTexts(invoice)).join('\n');
    expect(texts).toMatch(/^Invoice\nThandiwe Ndlovu\nInvoice number\nINV-2026-0001\n/);
    expect(texts).toContain('Due\n04 December 2026\nPayment reference\nTP-7K4Q2\n');
    expect(texts).toContain('To\nKasi Traders (Pty) Ltd\nŁukasz Šebestyén-Žižka\n');
    expect(texts).toContain('R1 000.00 due\n');
    expect(texts).toContain('Amount due\nR1 000.00\nBank transfer\nAccount number\n0000000000');
    expect(texts).not.toMatch(/paid/i);
  });

  it('an invoice before the payment is named on its receipt', async () => {
    const texts = await readTexts({ ...receipt, invoiceNumber: 'INV-2026-0001' });
    expect(texts.join('\n')).toContain('For invoice\nINV-2026-0001\nDate paid');
  });
});

describe('a receipt', () => {
  it('says who was paid, by whom, for what, how much, when and how', async () => {
    const texts = await readTexts(receipt);
    expect(texts).toEqual([
      'Receipt',
      'Thandiwe Ndlovu',
      'Receipt number',
      'RCT-2026-0001',
      'Date of issue',
      '27 November 2026',
      'Date paid',
      '27 November 2026',
      'Payment method',
      'Bank transfer',
      'Reference',
      'TP-7K4Q2',
      'From',
      'Thandiwe Ndlovu',
      'Sole proprietor',
      '12 Loop Street',
      'Cape Town',
      '8001',
      '+27 82 555 1234',
      'mentor@example.com',
      'To',
      'Łukasz Šebestyén-Žižka',
      'lukasz@example.com',
      'R1 000.00 paid on 27 November 2026',
      'Description',
      'Qty',
      'Unit price',
      'Amount',
      'Session (1 hour)',
      '2',
      'R500.00',
      'R1 000.00',
      'Total',
      'R1 000.00',
      'Amount paid',
      'R1 000.00',
      'RCT-2026-0001 · R1 000.00 paid on 27 November 2026',
      'Page 1 of 1',
    ]);
  });

  it('a receipt of test money says so in its title, its summary and its footer', async () => {
    const number = 'TEST-RCT-2026-0037';
    const texts = await readTexts({ ...receipt, number, isTest: true });
    const summary = 'TEST, no real money: R1 000.00 paid on 27 November 2026';
    expect(texts).toEqual(
      expect.arrayContaining(['TEST receipt', number, summary, `${number} · ${summary}`]),
    );
    expect(texts).not.toContain('Receipt');
  });

  it('a receipt is a tagged A4 document with a title, a language and its own day', async () => {
    const pdf = await PDFDocument.load(await writeDocument(receipt), { updateMetadata: false });
    expect(pdf.getTitle()).toBe('Receipt RCT-2026-0001');
    expect(pdf.getAuthor()).toBe('Thandiwe Ndlovu');
    expect(pdf.getLanguage()).toBe('en-ZA');
    expect(pdf.getCreationDate()).toEqual(receipt.issuedAt);
    expect(pdf.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 });
    expect(pdf.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).toString()).toContain(
      '/Marked true',
    );
    const tree = pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const kids = tree.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('K'), PDFArray);
    const roles = kids.asArray().map((kid) => {
      return pdf.context.lookup(kid, PDFDict).get(PDFName.of('S'))?.toString();
    });
    expect(roles).toEqual(['/H1', ...Array(10).fill('/P'), '/H2', '/Table', '/Table']);
  });

  it('a receipt has the same bytes every time', async () => {
    expect(Buffer.from(await writeDocument(receipt))).toEqual(
      Buffer.from(await writeDocument(receipt)),
    );
  });
});

describe('other documents', () => {
  it('an open invoice asks for the money', async () => {
    const invoice: Document = { ...receipt, kind: 'invoice', payment: undefined };
    const texts = await readTexts(invoice);
    expect(texts).toContain('R1 000.00 due');
    expect(texts).toContain('Amount due');
    expect(texts.filter((text) => /paid|VAT|Tax/.test(text))).toEqual([]);
  });

  it('a tax invoice shows the VAT and the VAT number', async () => {
    const texts = await readTexts(taxInvoice);
    expect(texts).toContain('Tax invoice');
    expect(texts).toContain('VAT number 4012345678');
    expect(texts.slice(texts.indexOf('Total excluding VAT'), -2)).toEqual([
      'Total excluding VAT',
      'R869.57',
      'VAT (15%)',
      'R130.43',
      'Total',
      'R1 000.00',
      'Amount paid',
      'R1 000.00',
    ]);
  });

  it('a tax invoice names the company, the address and the VAT number of its buyer', async () => {
    const texts = await readTexts({
      ...taxInvoice,
      buyer: {
        name: 'Thandi Mbeki',
        email: 'thandi@example.com',
        company: 'Kasi Traders',
        address: '7 Vilakazi Street\nSoweto',
        vatNumber: '4987654321',
      },
    });
    expect(
      texts.slice(texts.indexOf('To'), texts.indexOf('To') + 7).map((text) => text.trim()),
    ).toEqual([
      'To',
      'Kasi Traders',
      'Thandi Mbeki',
      'thandi@example.com',
      '7 Vilakazi Street',
      'Soweto',
      'VAT number 4987654321',
    ]);
  });

  it('a credit note names what it corrects, and why', async () => {
    const texts = await readTexts({
      ...receipt,
      kind: 'credit note',
      number: 'CN-2026-0001',
      reversedNumber: 'RCT-2026-0001',
      reason: 'The session was cancelled',
    });
    expect(texts).toContain('Credit note');
    expect(texts[texts.indexOf('Corrects') + 1]).toBe('RCT-2026-0001');
    expect(texts[texts.indexOf('Reason') + 1]).toBe('The session was cancelled');
    expect(texts).toContain('R1 000.00 refunded on 27 November 2026');
  });

  it.each([
    ['a tax invoice without a VAT number', { ...taxInvoice, seller: receipt.seller }],
    ['a tax invoice without VAT', { ...taxInvoice, vat: undefined }],
    ['a credit note for nothing', { ...receipt, kind: 'credit note' }],
    ['another total', { ...receipt, totalCents: 100_001 }],
    ['half a cent', { ...taxInvoice, vat: { rateBasisPoints: 1500, vatCents: 0.5 } }],
  ] as [string, Document][])('other documents refuses %s', async (_, document) => {
    await expect(writeDocument(document)).rejects.toThrow(RangeError);
  });
});

describe('any text', () => {
  it('any text is wrapped, and only breaks words that are too long', async () => {
    const name = `Nonkululeko ${'Makhathini-'.repeat(12)}Smith`;
    const texts = await readTexts({ ...receipt, buyer: { name, email: 'x@example.com' } });
    const written = texts.slice(texts.indexOf('To') + 1, texts.indexOf('x@example.com'));
    expect(written.length).toBeGreaterThan(2);
    expect(written.join('')).toBe(name.replace(' ', ''));
  });

  it('continues on as many pages as needed, under the same header', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => {
      return { description: `Session ${at}`, quantity: 1, unitCents: 100 };
    });
    const long = { description: 'word '.repeat(1500), quantity: 1, unitCents: 100 };
    const document = { ...receipt, lines: [...lines, long], totalCents: 6_100 };
    const pdf = await PDFDocument.load(await writeDocument(document));
    const pages = pdf.getPages().map(readPage);
    expect(pages.length).toBeGreaterThan(3);
    for (const [at, texts] of pages.entries()) {
      expect(texts).toContain('Description');
      expect(texts.at(-1)).toBe(`Page ${at + 1} of ${pages.length}`);
    }
    const texts = pages.flat();
    expect(texts.filter((text) => text.startsWith('Session'))).toHaveLength(60);
    expect(texts.join(' ').match(/word/g)).toHaveLength(1500);
  });

  it('keeps every letter that the font has, and leaves out others', async () => {
    const name = 'Žižka Łê ë Ntombizodwa Tshivenḓa ǂKhomani Мария 😀 张伟 \u202Egpj';
    const texts = await readTexts({ ...receipt, buyer: { name, email: 'x@example.com' } });
    expect(texts[texts.indexOf('To') + 1]).toBe('Žižka Łê ë Ntombizodwa Tshivenḓa ǂKhomani Мария');
    expect(texts[texts.indexOf('To') + 2]).toBe('gpj');
  });

  it.each(['王小明', '김민준', '佐藤 さくら', '👑'])(
    'names the buyer %s by email, without a box, as no font has the name',
    async (name) => {
      const texts = await readTexts({ ...receipt, buyer: { name, email: 'x@example.com' } });
      const at = texts.indexOf('To');
      expect(texts.slice(at + 1, at + 3)).toEqual([
        'x@example.com',
        'R1 000.00 paid on 27 November 2026',
      ]);
      expect(texts.join()).not.toContain('□');
    },
  );

  it.each([
    ['Arabic', 'محمد عبد الله'],
    ['Armenian', 'Արամ Խաչատրյան'],
    ['Bengali', 'কৃষ্ণা চট্টোপাধ্যায়'],
    ['Devanagari', 'प्रिया शर्मा'],
    ['Ethiopic', 'አበበ ቢቂላ'],
    ['Georgian', 'გიორგი მაისურაძე'],
    ['Gujarati', 'હાર્દિક પટેલ'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Hebrew', 'משה כהן'],
    ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ'],
    ['Khmer', 'សុខា ចាន់'],
    ['Lao', 'ສົມຊາຍ'],
    ['Malayalam', 'കൃഷ്ണൻ'],
    ['Myanmar', 'အောင်ဆန်း'],
    ['Sinhala', 'ශ්\u200Dරී ලංකා'],
    ['Tamil', 'தமிழ்ச்செல்வி'],
    ['Telugu', 'తెలుగు శ్రీనివాస'],
    ['Thai', 'สมชาย น้ำผึ้ง'],
  ])('any text shows a name in %s with its own letters', async (_, name) => {
    const pdf = await PDFDocument.load(
      await writeDocument({ ...receipt, buyer: { name, email: 'x@example.com' } }),
    );
    const page = pdf.getPage(0);
    const texts = readPage(page);
    // In any order: letters are shaped, and drawn from left to right. A glyph without a letter belongs to another.
    const drawn = texts.slice(texts.indexOf('To') + 1, texts.indexOf('x@example.com')).join('');
    const sorted = (text: string) =>
      [...new Set(text.normalize('NFKD').replace(/\s|\u200D|\?/g, ''))].sort();
    expect(sorted(drawn)).toEqual(sorted(name));
  });

  it('any text names a text whose letters are shaped, for screen readers and for copying it', async () => {
    const name = 'प्रिया शर्मा';
    const pdf = await PDFDocument.load(
      await writeDocument({ ...receipt, buyer: { name, email: 'x@example.com' } }),
    );
    const content = readContent(pdf.getPage(0));
    const [, named = ''] = /\/ActualText <FEFF(\w+)>/.exec(content) ?? [];
    expect(Buffer.from(named, 'hex').swap16().toString('utf16le')).toBe(name);
  });

  it.each([
    ['e\u0301', 'é'],
    ['\u1E13', 'd'],
    ['👨‍👩‍👧', ''],
    ['𝗱𝗲 𝓪𝓫', 'de ab'],
    ['ⓓⓔ', 'de'],
    ['a\tb\u2003c', 'a b c'],
    ['R1\u00A0000', 'R1\u00A0000'],
    ['a\u200B\u200D\u202Eb\u0007', 'ab'],
    ['\uD800', ''],
    ['王', ''],
    ['', ''],
  ])('%j is printed as %j by a font of few letters', (text, printed) => {
    const known = new Set([...'abcdeéR01 \u00A0'].map((letter) => letter.codePointAt(0) ?? 0));
    expect(toPrintable(text, (codePoint) => known.has(codePoint))).toBe(printed);
  });
});
