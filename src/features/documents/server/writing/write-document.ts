import { PDFDocument } from '@cantoo/pdf-lib';
import { assertConsistent, type Document } from '#features/documents/rules/document.ts';
import type { DocumentKind } from '#features/documents/rules/document-number.ts';
import { formatRand } from '#rules/money.ts';
import { embedFonts } from './document-fonts.ts';
import {
  type Column,
  createSheet,
  fullWidth,
  lineHeight,
  type Sheet,
  type TextStyle,
} from './sheet.ts';

const title: TextStyle = { font: 'bold', size: 20, color: 'ink' };
const brand: TextStyle = { font: 'bold', size: 13, color: 'muted' };
const headline: TextStyle = { font: 'bold', size: 15, color: 'ink' };
const body: TextStyle = { font: 'regular', size: 9.5, color: 'ink' };
const strong: TextStyle = { ...body, font: 'bold' };
const small: TextStyle = { font: 'regular', size: 8.5, color: 'muted' };

const names: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'tax invoice': 'Tax invoice',
  'credit note': 'Credit note',
};

const half = fullWidth.width / 2;
const left: Column = { x: fullWidth.x, width: half - 20 };
const right: Column = { x: fullWidth.x + half, width: half };

/** Returns a right-aligned column at a distance from the right edge. */
const fromRight = (distance: number, width: number): Column => ({
  x: fullWidth.x + fullWidth.width - distance,
  width,
  align: 'right',
});

const columns = [
  { name: 'Description', x: fullWidth.x, width: fullWidth.width - 240 },
  { name: 'Qty', ...fromRight(230, 40) },
  { name: 'Unit price', ...fromRight(180, 90) },
  { name: 'Amount', ...fromRight(90, 90) },
] as const;

/** The maximum lines of a description in one row, so that a row fits on a page. */
const maxCellLength = 40;

/** Draws columns side by side and continues below the longest. */
function drawSideBySide(sheet: Sheet, ...drawings: (() => void)[]): void {
  const top = sheet.y;
  const ends = drawings.map((draw) => {
    sheet.y = top;
    draw();
    return sheet.y;
  });
  sheet.y = Math.min(...ends);
}

/** The name of a document, which says whether it is about test money. */
const nameOf = ({ kind, isTest }: Document) =>
  isTest ? `TEST ${names[kind].toLowerCase()}` : names[kind];

/** Returns the summary of a document in one line. */
function describeAmount(
  { kind, totalCents, payment, isTest }: Document,
  formatDay: (at: Date) => string,
) {
  const amount = `${isTest ? 'TEST, no real money: ' : ''}${formatRand(totalCents)}`;
  if (kind === 'credit note') {
    return payment ? `${amount} refunded on ${formatDay(payment.paidAt)}` : `${amount} credited`;
  }
  return payment ? `${amount} paid on ${formatDay(payment.paidAt)}` : `${amount} due`;
}

function drawFacts(sheet: Sheet, document: Document, formatDay: (at: Date) => string): void {
  const { kind, payment, due, invoiceNumber, reversedNumber, reason } = document;
  const isRefund = kind === 'credit note';
  const facts: [string, string][] = [
    [`${names[kind]} number`, document.number],
    ['Date of issue', formatDay(document.issuedAt)],
  ];
  if (invoiceNumber) facts.push(['For invoice', invoiceNumber]);
  if (reversedNumber) facts.push(['Corrects', reversedNumber]);
  if (reason) facts.push(['Reason', reason]);
  if (payment) {
    facts.push(
      [isRefund ? 'Date refunded' : 'Date paid', formatDay(payment.paidAt)],
      [isRefund ? 'Refund method' : 'Payment method', payment.method],
      ['Reference', payment.reference],
    );
  }
  if (due?.by) facts.push(['Due', formatDay(new Date(`${due.by}T12:00:00Z`))]);
  if (due) facts.push(['Payment reference', due.reference]);
  drawPairs(sheet, facts);
}

/** Draws names with their values. */
function drawPairs(sheet: Sheet, pairs: readonly (readonly [string, string])[]): void {
  const value: Column = { x: left.x + 110, width: fullWidth.width - 110 };
  for (const [name, text] of pairs) {
    const tag = sheet.tags.add('P');
    const lines = sheet.wrap(text, strong, value.width);
    drawSideBySide(
      sheet,
      () => sheet.draw([name], { ...body, color: 'muted' }, left, tag),
      () => sheet.draw(lines, strong, value, tag),
    );
  }
}

function drawParties(sheet: Sheet, { seller, buyer }: Document): void {
  /** Shows the first name that the fonts have letters for, and everything after it as details. */
  const drawParty = (column: Column, heading: string, names: string[], others: string[]) => {
    const at = names.findIndex((one) => sheet.wrap(one, strong, column.width).length > 0);
    const [name = '', ...details] = [...names.slice(Math.max(0, at)), ...others];
    const [nameTag, detailTag] = [sheet.tags.add('P'), sheet.tags.add('P')];
    sheet.draw([heading], { ...body, color: 'muted' }, column, nameTag);
    sheet.draw(sheet.wrap(name, strong, column.width), strong, column, nameTag);
    sheet.draw(sheet.wrap(details.join('\n'), body, column.width), body, column, detailTag);
  };
  const vat = (number: string | undefined) => (number ? [`VAT number ${number}`] : []);
  const { legalStatus, address, phone, email, vatNumber } = seller;
  drawSideBySide(
    sheet,
    () => {
      const details = [legalStatus, address, phone, email, ...vat(vatNumber)];
      drawParty(left, 'From', [seller.name], details);
    },
    () => {
      const { name, company, email, address = '' } = buyer;
      const names = [...(company ? [company] : []), name, email];
      drawParty(right, 'To', names, [address, ...vat(buyer.vatNumber)]);
    },
  );
}

function drawLines(sheet: Sheet, { lines }: Document): void {
  const table = sheet.tags.add('Table');
  const drawHeader = (isRepeated: boolean) => {
    const row = isRepeated ? null : sheet.tags.add('TR', table);
    const cells = columns.map(({ name, ...column }) => () => {
      sheet.draw([name], small, column, row && sheet.tags.add('TH', row));
    });
    drawSideBySide(sheet, ...cells);
    sheet.y -= 3;
    sheet.rule(fullWidth, 8);
  };
  drawHeader(false);
  const drawRow = (cells: string[][]) => {
    if (sheet.turnFor(lineHeight(body) * Math.max(...cells.map((cell) => cell.length)))) {
      drawHeader(true);
    }
    const row = sheet.tags.add('TR', table);
    const drawings = columns.map((column, at) => () => {
      sheet.draw(cells[at] ?? [], body, column, sheet.tags.add('TD', row));
    });
    drawSideBySide(sheet, ...drawings);
    sheet.y -= 7;
  };
  for (const { description, quantity, unitCents } of lines) {
    const described = sheet.wrap(description, body, columns[0].width);
    const amounts = [unitCents, quantity * unitCents].map((cents) => [formatRand(cents)]);
    drawRow([described.slice(0, maxCellLength), [String(quantity)], ...amounts]);
    for (let at = maxCellLength; at < described.length; at += maxCellLength) {
      drawRow([described.slice(at, at + maxCellLength), [], [], []]);
    }
  }
}

function drawTotals(sheet: Sheet, { kind, totalCents, vat, payment }: Document): void {
  const settled = kind === 'credit note' ? 'Amount refunded' : 'Amount paid';
  const open = kind === 'credit note' ? 'Amount credited' : 'Amount due';
  const totals: [string, number, TextStyle][] = [
    ['Total', totalCents, body],
    [payment ? settled : open, totalCents, strong],
  ];
  if (vat) {
    totals.unshift(
      ['Total excluding VAT', totalCents - vat.vatCents, body],
      [`VAT (${vat.rateBasisPoints / 100}%)`, vat.vatCents, body],
    );
  }
  sheet.turnFor(totals.length * (lineHeight(body) + 10));
  const table = sheet.tags.add('Table');
  for (const [name, cents, style] of totals) {
    const row = sheet.tags.add('TR', table);
    sheet.rule(right, 5);
    drawSideBySide(
      sheet,
      () => sheet.draw([name], style, right, sheet.tags.add('TD', row)),
      () =>
        sheet.draw(
          [formatRand(cents)],
          style,
          { ...right, align: 'right' },
          sheet.tags.add('TD', row),
        ),
    );
    sheet.y -= 3;
  }
}

/** Draws the bank account that an open invoice is paid to. */
function drawBank(sheet: Sheet, { due }: Document): void {
  if (!due || due.bank.length === 0) return;
  sheet.y -= 20;
  sheet.turnFor((due.bank.length + 2) * lineHeight(body));
  sheet.draw(['Bank transfer'], headline, fullWidth, sheet.tags.add('H2'));
  sheet.y -= 6;
  drawPairs(
    sheet,
    due.bank.map(({ label, value }) => [label, value] as const),
  );
}

/**
 * Writes a receipt, an invoice or a credit note as PDF (A4, tagged, with its font). The same document gives
 * the same bytes. Throws a `RangeError` if the document is inconsistent or a tax invoice has no VAT.
 */
export async function writeDocument(document: Document): Promise<Uint8Array> {
  assertConsistent(document);
  const { number, issuedAt, seller, timeZone } = document;
  const dayFormat = new Intl.DateTimeFormat('en-ZA', { dateStyle: 'long', timeZone });
  const formatDay = (at: Date) => dayFormat.format(at);

  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(`${nameOf(document)} ${number}`, { showInWindowTitleBar: true });
  pdf.setAuthor(seller.name);
  pdf.setLanguage('en-ZA');
  pdf.setCreationDate(issuedAt);
  pdf.setModificationDate(issuedAt);

  const sheet = createSheet(pdf, await embedFonts(pdf, JSON.stringify(document)));
  drawSideBySide(
    sheet,
    () => sheet.draw([nameOf(document)], title, left, sheet.tags.add('H1')),
    () => {
      const lines = sheet.wrap(seller.name, brand, right.width);
      sheet.y -= title.size - brand.size;
      sheet.draw(lines, brand, { ...right, align: 'right' }, sheet.tags.add('P'));
    },
  );
  sheet.y -= 14;
  drawFacts(sheet, document, formatDay);
  sheet.y -= 22;
  drawParties(sheet, document);
  sheet.y -= 26;
  const summary = describeAmount(document, formatDay);
  sheet.turnFor(100);
  sheet.draw(
    sheet.wrap(summary, headline, fullWidth.width),
    headline,
    fullWidth,
    sheet.tags.add('H2'),
  );
  sheet.y -= 18;
  drawLines(sheet, document);
  sheet.y -= 6;
  drawTotals(sheet, document);
  drawBank(sheet, document);
  sheet.finish((page, pages) => ({
    left: `${number} · ${summary}`,
    right: `Page ${page} of ${pages}`,
  }));
  return pdf.save();
}
