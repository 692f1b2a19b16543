export { issueCreditNote, issueReceipt } from './issue-paper.ts';
export { toListedPaper } from './list-papers.ts';
export { createPaperWriter, type PaperWriter } from './papers/paper-writer.ts';
export { findPaper, listPapersOf } from './queries/papers.ts';
