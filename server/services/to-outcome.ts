import { AppError } from '#server/errors.ts';
import type { Outcome } from '#server/http/page-context.ts';

/** A refusal is an answer that the page shows; only what nobody foresaw is thrown. */
export async function toOutcome<Done extends object>(
  work: () => Promise<Done>,
): Promise<Outcome<Done>> {
  try {
    return { isDone: true, ...(await work()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { userMessage: message, status, extensions } = error;
    const slots = Array.isArray(extensions.slots) ? extensions.slots.map(String) : undefined;
    return { isDone: false, message, status, ...(slots && { slots }) };
  }
}
