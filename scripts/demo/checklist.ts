import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);
const font = (face: string, weight: number) =>
  readFileSync(require.resolve(`@fontsource/${face}/files/${face}-latin-${weight}-normal.woff`));

const sections = [
  {
    title: 'The day before',
    points: [
      'Daily chart: where is price between the levels that still have a reason?',
      'Calendar: which hours belong to news, and what do I do around them?',
      'One place and one window of time that would interest me.',
    ],
  },
  {
    title: 'Before the entry',
    points: [
      'Price is at the level, inside the window. Both, not one of them.',
      'I can say in one sentence what would prove me wrong.',
      'The stop stands where that would be true, not where it is cheap.',
      'What I can lose is decided in my own currency, and the size follows from it.',
    ],
  },
  {
    title: 'Afterwards',
    points: [
      'Five lines in the journal: date and hour, level, window, what I did, again or not.',
      'If the window closed without me: nothing was missed. Done for today.',
    ],
  },
];

/** The free checklist, on one page of A4. The same words make the same file. */
export async function writeChecklist(): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 64,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: 'A pre-trade checklist',
      Author: 'Time vs Price',
      CreationDate: new Date('2026-01-01T00:00:00Z'),
    },
  });
  const written = buffer(document);
  document.registerFont('display', font('bodoni-moda', 500));
  document.registerFont('text', font('hanken-grotesk', 500));
  document.registerFont('bold', font('hanken-grotesk', 600));

  document.font('bold').fontSize(9).fillColor('#80590c');
  document.text('TIME VS PRICE', { characterSpacing: 2 });
  document.moveDown(0.6);
  document.font('display').fontSize(34).fillColor('#1b1610').text('A pre-trade checklist');
  document.moveDown(0.3);
  document.font('text').fontSize(12).fillColor('#675d4e');
  document.text('Nine boxes. If one of them stays empty, there is no trade.');
  for (const { title, points } of sections) {
    document.moveDown(1.6);
    document.font('display').fontSize(19).fillColor('#1b1610').text(title, 64);
    for (const point of points) {
      document.moveDown(0.7);
      const { y } = document;
      document
        .lineWidth(1)
        .strokeColor('#80590c')
        .rect(64, y + 1, 11, 11)
        .stroke();
      document.font('text').fontSize(12).fillColor('#1b1610').text(point, 90, y, { width: 440 });
    }
  }
  document.font('text').fontSize(9).fillColor('#675d4e');
  document.text(
    'A sample that comes with the website. Education, not advice: trading carries a high risk of loss.',
    64,
    740,
  );
  document.end();
  return written;
}
