/** Why a PDF cannot be stamped. */
export type PdfFault = 'locked' | 'damaged' | 'no-pages' | 'too-large';

const descriptions: Record<PdfFault, string> = {
  locked: 'This PDF is protected with a password. Export it again without a password.',
  damaged: 'This file is damaged, or not a PDF. Export it again as PDF.',
  'no-pages': 'This PDF has no pages. Export it again.',
  'too-large':
    'This PDF is too large to prepare for your customers. Export it with smaller pictures, or split it.',
};

/** Returns what the mentor reads about a PDF that cannot be stamped. */
export const describePdfFault = (fault: PdfFault): string => descriptions[fault];
