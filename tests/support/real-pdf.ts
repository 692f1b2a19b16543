import { PDFDocument } from '@cantoo/pdf-lib';

/** Makes a PDF that readers can open, while `samplePdf` only begins like one. */
export async function createPdf({ pages = 1, password = undefined as string | undefined } = {}) {
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1) pdf.addPage().drawText(`Level ${number}`);
  if (password !== undefined) pdf.encrypt({ userPassword: password, ownerPassword: 'owner' });
  return Buffer.from(await pdf.save());
}
