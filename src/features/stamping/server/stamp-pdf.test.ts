import {
  decodePDFRawStream,
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { type PdfFaultError, stampPdf } from './stamp-pdf.ts';

const line = 'zoe@example.com · TP-7K4Q2';

async function createPdf(pages = 1): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  for (let at = 0; at < pages; at += 1) pdf.addPage().drawText(`Lesson ${at + 1}`);
  return pdf;
}

const stampAndOpen = async (pdf: PDFDocument, text = line) =>
  PDFDocument.load(await stampPdf(await pdf.save(), text));

function decode(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('This is no stream.');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

/** The contents of a page, one text for each stream. */
function readContents(page: PDFPage): string[] {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((stream) => decode(page.node.context.lookup(stream)));
}

/** The drawing that a page shows at its end, and the matrix by which it is placed. */
function readStamp(page: PDFPage) {
  const drawn = /([-\d. ]+) cm\n\/(Stamp\d+) Do\nQ\nEMC\s*$/.exec(readContents(page).at(-1) ?? '');
  if (!drawn) throw new Error('The page has no stamp.');
  const [, matrix = '', name = ''] = drawn;
  const drawing = page.node
    .Resources()
    ?.lookup(PDFName.of('XObject'), PDFDict)
    .lookup(PDFName.of(name));
  if (!(drawing instanceof PDFRawStream)) throw new Error('The stamp is missing.');
  return { drawing, matrix: matrix.trim().split(' ').map(Number) };
}

/** The text of the stamp, by the maps that readers use to copy it. */
function readText(page: PDFPage): string {
  const { drawing } = readStamp(page);
  const fonts = drawing.dict
    .lookup(PDFName.of('Resources'), PDFDict)
    .lookup(PDFName.of('Font'), PDFDict);
  const shown = decode(drawing).matchAll(/\/(\S+) 10 Tf|<(\w+)> Tj/g);
  let letters = new Map<string, string>();
  let text = '';
  for (const [, font, glyphs] of shown) {
    if (font !== undefined) {
      const map = decode(fonts.lookup(PDFName.of(font), PDFDict).lookup(PDFName.of('ToUnicode')));
      letters = new Map(
        [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)].map(([, glyph = '', codes = '']) => {
          return [glyph.toUpperCase(), Buffer.from(codes, 'hex').swap16().toString('utf16le')];
        }),
      );
    }
    for (const glyph of glyphs?.toUpperCase().match(/.{4}/g) ?? []) text += letters.get(glyph);
  }
  return text;
}

const findFault = async (bytes: Uint8Array) =>
  stampPdf(bytes, line).then(
    () => undefined,
    ({ fault }: PdfFaultError) => fault,
  );

describe('the line', () => {
  it('the line is on each page, above what was there', async () => {
    const pdf = await stampAndOpen(await createPdf(30));
    expect(pdf.getPages().map(readText)).toEqual(Array(30).fill(line));
    expect(readContents(pdf.getPage(29)).join('\n')).toContain('Tj');
  });

  it.each(['Zoë 𝗧. O’Neill', 'Žižka Łê', 'Мария', '张伟', '👑', ''])(
    'the line may be %j',
    async (name) => {
      const pdf = await stampAndOpen(await createPdf(), `${name} · TP-7K4Q2`);
      expect(readText(pdf.getPage(0))).toMatch(/ · TP-7K4Q2$/);
    },
  );

  it('the line is drawn from left to right if it is read from right to left', async () => {
    const pdf = await stampAndOpen(await createPdf(), 'אבי · TP-7K4Q2');
    const text = readText(pdf.getPage(0));
    expect([...text].sort()).toEqual([...'אבי · TP-7K4Q2'].sort());
    expect(text).toContain('TP-7K4Q2');
  });

  it('gives the same bytes again', async () => {
    const bytes = await (await createPdf(2)).save();
    expect(await stampPdf(bytes, line)).toEqual(await stampPdf(bytes, line));
  });

  it('stamps a page once that the document shows twice', async () => {
    const pdf = await createPdf();
    pdf.catalog.Pages().pushLeafNode(pdf.getPage(0).ref);
    const stamped = await stampAndOpen(pdf);
    expect(stamped.getPageCount()).toBe(2);
    const contents = readContents(stamped.getPage(1)).join('\n');
    expect(contents.match(/\/Stamp\d+ Do/g)).toHaveLength(1);
  });

  it('the line is drawn once on pages that share their contents and fonts', async () => {
    const pdf = await createPdf(40);
    const contents = pdf.context.register(
      pdf.context.obj([pdf.context.register(pdf.context.stream('q'))]),
    );
    const resources = pdf.context.register(pdf.context.obj({}));
    for (const { node } of pdf.getPages()) {
      node.set(PDFName.of('Contents'), contents);
      node.set(PDFName.of('Resources'), resources);
    }
    const stamped = await stampAndOpen(pdf);
    for (const page of stamped.getPages()) {
      expect(
        readContents(page)
          .join('\n')
          .match(/\/Stamp\d+ Do/g),
      ).toHaveLength(1);
      expect(page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).keys()).toHaveLength(1);
    }
  });
});

describe('the place of the line', () => {
  const [x, y, width, height] = [30.5, 70, 612, 792] as const;

  /** Returns where a point of a page is shown, from the lower left corner of its turned box. */
  function toShown(turn: number, [px = 0, py = 0]: number[]): [number, number] {
    const [left, bottom, right, top] = [px - x, py - y, x + width - px, y + height - py];
    if (turn === 90) return [bottom, right];
    if (turn === 180) return [right, top];
    return turn === 270 ? [top, left] : [left, bottom];
  }

  it.each([
    [0, 0],
    [90, 90],
    [180, 180],
    [270, 270],
    [-90, 270],
    [450, 90],
  ])(
    'the place of the line is at the bottom of a page that is turned by %i degrees, right way up',
    async (angle, turn) => {
      const pdf = await createPdf();
      const page = pdf.getPage(0);
      page.setMediaBox(0, 0, 1000, 1200);
      page.setCropBox(x, y, width, height);
      page.setRotation(degrees(angle));
      const { drawing, matrix } = readStamp((await stampAndOpen(pdf)).getPage(0));
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
      const { width: w, height: h } = drawing.dict
        .lookup(PDFName.of('BBox'), PDFArray)
        .asRectangle();
      const [shownWidth, shownHeight] = turn % 180 === 90 ? [height, width] : [width, height];
      const start = toShown(turn, [e, f]);
      const end = toShown(turn, [e + a * w, f + b * w]);
      const top = toShown(turn, [e + c * h, f + d * h]);
      expect(start[0]).toBeGreaterThan(0);
      expect(end[0]).toBeGreaterThan(start[0]);
      expect(start[0] + end[0]).toBeCloseTo(shownWidth);
      expect(end[1]).toBeCloseTo(start[1]);
      expect(start[1]).toBeGreaterThan(0);
      expect(top[1]).toBeGreaterThan(start[1]);
      expect(top[1]).toBeLessThan(0.04 * shownHeight);
      expect(top[0]).toBeCloseTo(start[0]);
    },
  );

  it.each([
    [20, 30],
    [1920, 1080],
    [14_400, 90],
  ])(
    'the place of the line fits a page of %i by %i points, even if it is long',
    async (wide, tall) => {
      const pdf = await createPdf();
      pdf.getPage(0).setSize(wide, tall);
      const long = `${'thandiwe.'.repeat(30)}@example.com · TP-7K4Q2`;
      const { drawing, matrix } = readStamp((await stampAndOpen(pdf, long)).getPage(0));
      const [scale = 0, , , , left = 0, bottom = 0] = matrix;
      const box = drawing.dict.lookup(PDFName.of('BBox'), PDFArray).asRectangle();
      expect(left).toBeGreaterThan(0);
      expect(left + scale * box.width).toBeLessThan(wide);
      expect(bottom + scale * box.height).toBeLessThan(tall / 10);
    },
  );
});

describe('what a PDF contains', () => {
  it('stays: forms, links and bookmarks', async () => {
    const pdf = await createPdf(2);
    const field = pdf.getForm().createTextField('name');
    field.setText('Lerato');
    field.addToPage(pdf.getPage(0));
    const { context, catalog } = pdf;
    const uri = PDFString.of('https://example.com/gold?a=1');
    const rectangle = { Subtype: 'Link', Rect: [0, 0, 9, 9] };
    const link = context.obj({ Type: 'Annot', ...rectangle, A: { S: 'URI', URI: uri } });
    pdf.getPage(1).node.addAnnot(context.register(link));
    const outlines = context.obj({ Type: 'Outlines', Count: 1, Title: PDFString.of('Entries') });
    catalog.set(PDFName.of('Outlines'), context.register(outlines));

    const stamped = await stampAndOpen(pdf);
    expect(stamped.getForm().getTextField('name').getText()).toBe('Lerato');
    const [kept] = stamped.getPage(1).node.Annots()?.asArray() ?? [];
    expect(String(stamped.context.lookup(kept))).toContain('https://example.com/gold?a=1');
    expect(String(stamped.catalog.lookup(PDFName.of('Outlines')))).toContain('(Entries)');
  });
});

describe('an encrypted PDF', () => {
  const encrypt = async (userPassword: string, useObjectStreams: boolean) => {
    const pdf = await createPdf(2);
    pdf.encrypt({ userPassword, ownerPassword: 'mentor', permissions: {} });
    return pdf.save({ useObjectStreams });
  };

  it.each([true, false])(
    'an encrypted PDF with an empty password is stamped and decrypted (compressed: %s)',
    async (isCompressed) => {
      const stamped = await PDFDocument.load(await stampPdf(await encrypt('', isCompressed), line));
      expect(stamped.getPages().map(readText)).toEqual([line, line]);
      expect(readContents(stamped.getPage(1)).join('\n')).toContain('Tj');
    },
  );

  it.each([true, false])(
    'an encrypted PDF with a password is refused (compressed: %s)',
    async (isCompressed) => {
      expect(await findFault(await encrypt('secret 𝗧', isCompressed))).toBe('locked');
    },
  );
});

describe('a file that cannot be stamped', () => {
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const catalog = '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n';
  const write = (objects: string) =>
    toBytes(`%PDF-1.7\n${catalog}${objects}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF`);
  const page = '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[4 0 R]>>\nendobj\n';

  it.each([
    ['is empty', toBytes('')],
    ['is a picture', toBytes('\x89PNG\r\n\x1a\n')],
    ['only starts like a PDF', toBytes('%PDF-1.7\n')],
    ['has no list of pages', write('')],
    [
      'has pages that contain themselves',
      write('2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 1>>\nendobj'),
    ],
    ['lacks a page', write('2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj')],
    [
      'lacks the contents of a page',
      write(`2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n${page}`),
    ],
    ['has a damaged object', write('2 0 obj\n<</Type/Pages/Kids[3 0 R\nendobj')],
    ['is nested too deeply', write(`2 0 obj\n${'['.repeat(1_000_000)}\nendobj`)],
  ])('a file that cannot be stamped is damaged if it %s', async (_, bytes) => {
    expect(await findFault(bytes)).toBe('damaged');
  });

  it.each([1, 2, 5])(
    'a file that cannot be stamped is damaged if it ends %i objects too early',
    async (missing) => {
      const bytes = await (await createPdf(5)).save({ useObjectStreams: false });
      const objects = Buffer.from(bytes).toString('latin1').split('endobj').slice(0, -missing);
      expect(await findFault(Buffer.from(`${objects.join('endobj')}endobj\n`, 'latin1'))).toBe(
        'damaged',
      );
    },
  );

  it('a file that cannot be stamped has no pages', async () => {
    const pdf = await PDFDocument.create();
    expect(await findFault(await pdf.save({ addDefaultPage: false }))).toBe('no-pages');
  });
});
