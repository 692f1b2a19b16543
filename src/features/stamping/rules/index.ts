export { describePdfFault, type PdfFault } from './pdf-fault.ts';
export { toStampLine } from './stamp-line.ts';
