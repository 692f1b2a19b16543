import { formatBytes } from '#rules/measures.ts';
import { recordId, z } from '#rules/zod.ts';

/** The types of a proof of payment, detected from its content. */
export const proofTypes: readonly string[] = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
];

/** The size of a proof, in bytes. */
export const maxProofBytes = 10 * 1024 ** 2;

/** How many proofs an order has at most. */
export const maxProofs = 3;

/** What may be sent, in words. */
export const proofHint = `PDF, JPEG, PNG, WebP or HEIC, at most ${formatBytes(maxProofBytes)}`;

export const proofTooLarge = `This file is too large, so we didn’t send it. Choose one of at most ${formatBytes(maxProofBytes)}.`;

/** The path of `GET /api/orders/:id/proofs/:proof`, a file that a buyer sent. */
export const proofParam = z.object({
  id: recordId('Invalid id.'),
  proof: recordId('Invalid id.'),
});
