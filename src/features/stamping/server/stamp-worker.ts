import { parentPort, workerData } from 'node:worker_threads';
import type { StampAnswer, StampQuestion } from './run-stamp-worker.ts';
import { PdfFaultError, stampPdf } from './stamp-pdf.ts';

async function answer({ bytes, line }: StampQuestion): Promise<StampAnswer> {
  try {
    return { stamped: await stampPdf(bytes, line) };
  } catch (error) {
    if (error instanceof PdfFaultError) return { fault: error.fault };
    throw error;
  }
}

const answered = await answer(workerData);
const buffer = 'stamped' in answered && answered.stamped.buffer;
parentPort?.postMessage(answered, buffer instanceof ArrayBuffer ? [buffer] : []);
