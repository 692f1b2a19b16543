import {
  concatTransformationMatrix,
  drawObject,
  EncryptedPDFError,
  endMarkedContent,
  ParseSpeeds,
  PDFArray,
  PDFDocument,
  type PDFEmbeddedPage,
  PDFInvalidObject,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib';
import type { PdfFault } from '#features/stamping/rules/pdf-fault.ts';

/** The PDF cannot be stamped. */
export class PdfFaultError extends Error {
  override readonly name = 'PdfFaultError';
  readonly fault: PdfFault;

  constructor(fault: PdfFault, cause?: unknown) {
    super(`The PDF is ${fault}`, { cause });
    this.fault = fault;
  }
}

/**
 * Writes a line at the bottom of each page of a PDF. The result has no encryption. The same input
 * gives the same bytes. Runs in a worker, because a file may be malicious. Throws PdfFaultError.
 */
export async function stampPdf(bytes: Uint8Array, line: string): Promise<Uint8Array> {
  const pdf = await openPdf(bytes);
  const pages = readPages(pdf);
  if (pages.size === 0) throw new PdfFaultError('no-pages');
  const stamp = await embedStamp(pdf, line);
  try {
    for (const page of pages) stampPage(page, stamp);
    return await pdf.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    });
  } catch (cause) {
    throw new PdfFaultError('damaged', cause);
  }
}

/** Opens a PDF, also one that is encrypted with an empty password, as some programs export them. */
async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  if (isCutOff(bytes)) throw new PdfFaultError('damaged');
  const options = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
  try {
    return await PDFDocument.load(bytes, { ...options, password: '' });
  } catch (cause) {
    const isEncrypted = await PDFDocument.load(bytes, options).then(
      () => false,
      (error: unknown) => error instanceof EncryptedPDFError,
    );
    throw new PdfFaultError(isEncrypted ? 'locked' : 'damaged', cause);
  }
}

/** Returns whether the end of a PDF is missing: objects follow its last cross-references. */
function isCutOff(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return content.lastIndexOf('endobj') >= content.lastIndexOf('startxref');
}

/** Returns the pages. Throws if one is missing or damaged, because it would stay without a stamp. */
function readPages(pdf: PDFDocument): Set<PDFPage> {
  try {
    removeUnreadable(pdf);
    pdf.catalog.Pages().traverse((node) => {
      if (node instanceof PDFPageLeaf) checkContents(node);
      else if (!(node instanceof PDFPageTree)) throw new Error('A page is missing');
    });
    return new Set(pdf.getPages());
  } catch (cause) {
    throw new PdfFaultError('damaged', cause);
  }
}

/**
 * Removes what the library cannot decrypt, because programs leave it unencrypted: the
 * cross-references, which it writes again, and the metadata. Throws if anything else is unreadable.
 */
function removeUnreadable({ context, catalog }: PDFDocument): void {
  if (context.isDecrypted) catalog.delete(PDFName.of('Metadata'));
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFInvalidObject)) continue;
    const content = Buffer.alloc(object.sizeInBytes());
    object.copyBytesInto(content, 0);
    if (!/\/Type\s?\/XRef/.test(content.toString('latin1')))
      throw new Error('An object cannot be read');
    context.delete(ref);
  }
}

function checkContents(page: PDFPageLeaf): void {
  if (!page.has(PDFName.of('Contents'))) return;
  const contents = page.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((stream) => page.context.lookup(stream))
      : [contents];
  if (streams.some((stream) => !(stream instanceof PDFStream)))
    throw new Error('The contents of a page are missing');
}

/** The stamp is drawn in this size and scaled with the page. */
const textSize = 10;
const padding = 3;
const height = textSize + 2 * padding;

/** Embeds the line as a drawing that all pages share: dark on a light band, for dark pages. */
async function embedStamp(pdf: PDFDocument, line: string): Promise<PDFEmbeddedPage> {
  // On its own, because the index of the topic loads the database.
  const { embedLine } = await import('#features/documents/server/writing/line-parts.ts');
  const drawing = await PDFDocument.create({ updateMetadata: false });
  const parts = await embedLine(drawing, line, textSize);
  const width = parts.reduce((sum, part) => sum + part.width, 2 * padding);
  const page = drawing.addPage([width, height]);
  page.drawRectangle({ x: 0, y: 0, width, height, color: rgb(1, 1, 1), opacity: 0.8 });
  let x = padding;
  for (const { text, font, width: advance } of parts) {
    const y = padding + 0.2 * textSize;
    page.drawText(text, { x, y, font, size: textSize, color: rgb(0.25, 0.25, 0.25) });
    x += advance;
  }
  await drawing.flush();
  return pdf.embedPage(page);
}

/** Draws the stamp at the bottom of a page as readers show it: cropped and turned. */
function stampPage(page: PDFPage, stamp: PDFEmbeddedPage): void {
  const box = getVisibleBox(page);
  const turn = Math.round(page.getRotation().angle / 90) * (Math.PI / 2);
  const [cos, sin] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))];
  const [width, tall] = cos === 0 ? [box.height, box.width] : [box.width, box.height];
  const least = Math.min(width, tall);
  // 7 points on A4, less for a long line.
  const scale = Math.min(least / 85 / textSize, (0.9 * width) / stamp.width);
  // From the middle of the page to the lower left corner of the stamp.
  const [aside, up] = [-(scale * stamp.width) / 2, least / 100 - tall / 2];
  const name = PDFName.of(`Stamp${stamp.ref.objectNumber}`);
  const contents = page.node.Contents();
  // Pages may share the list of their contents.
  if (contents instanceof PDFArray) page.node.set(PDFName.of('Contents'), contents.clone());
  page.node.setXObject(name, stamp.ref);
  page.pushOperators(
    // To screen readers, the stamp is no part of the text.
    PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
      PDFName.of('Artifact'),
      '<</Type /Pagination>>',
    ]),
    pushGraphicsState(),
    concatTransformationMatrix(
      ...([scale * cos, scale * sin, -scale * sin, scale * cos] as const),
      box.x + box.width / 2 + aside * cos - up * sin,
      box.y + box.height / 2 + aside * sin + up * cos,
    ),
    drawObject(name),
    popGraphicsState(),
    endMarkedContent(),
  );
}

/** Returns the part of a page that readers show. */
function getVisibleBox(page: PDFPage) {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const x = Math.max(media.x, crop.x);
  const y = Math.max(media.y, crop.y);
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}
