import { decodeText } from '#rules/decode-text.ts';
import { readCsv } from './statement-csv.ts';
import type { Statement } from './statement-line.ts';
import { isOfx, readOfx } from './statement-ofx.ts';
import { nextTask, sliceWork } from './work-slices.ts';

/**
 * Reads a bank statement in CSV or OFX. Returns undefined if it is neither. Reads in slices, and pauses
 * between them.
 */
export async function readStatement(
  file: Uint8Array,
  pause = nextTask,
): Promise<Statement | 'too long' | undefined> {
  const text = decodeText(file);
  const rest = sliceWork(pause);
  return isOfx(text) ? readOfx(text, rest) : readCsv(text, rest);
}
