import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { secondsUntilFewer } from '#features/mail/server/index.ts';
import {
  findLockedObstacle,
  findOrder,
  type Order,
  orderMailKey,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import {
  maxProofBytes,
  maxProofs,
  proofTooLarge,
  proofTypes,
} from '#features/payments/rules/proof.ts';
import { sniffedBytes, sniffType } from '#features/uploads/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import type { LocalFile } from '#platform/http/http-env.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { contentTypeOf, endingOf, endingsOf, toProofPath } from '#rules/stored-file.ts';
import { orderNotFound } from './find-pay-page.ts';
import { getPayable } from './get-payable.ts';
import { orderClosed } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { countProofs, findProof, insertProof, listProofs } from './queries/proofs.ts';

/**
 * Whether a file is read at all: for an order that still takes one. Throws 404, 409, 429 before the
 * body is received.
 */
export async function admitProof(deps: PaymentDeps, token: string, visitor: Caller): Promise<void> {
  if (deps.payLinks.readToken(token) === undefined) throw orderNotFound();
  await deps.limiter.count('send-proof', visitor);
  const { id } = await getPayable(deps, token);
  if ((await countProofs(deps.db, id)) >= maxProofs) throw tooManyProofs();
}

/**
 * Stores a file as proof of a transfer, for the mentor to see. The state of the order does not depend
 * on it. Throws 404, `order-closed` or `too-many-proofs` (409), 413, `wrong-content` (415), 503.
 */
export async function takeProof(
  deps: PaymentDeps,
  { token, file }: { token: string; file: LocalFile },
): Promise<void> {
  const { id: orderId } = await getPayable(deps, token);
  const ending = await findEnding(file);
  if ((await countProofs(deps.db, orderId)) >= maxProofs) throw tooManyProofs();
  const id = randomUUID();
  const path = toProofPath(id, ending);
  const { size } = file;
  await deps.storage.adopt({ path, from: file.path, size });
  try {
    await deps.db.transaction(async (transaction) => {
      const order = await findOrder(transaction, { id: orderId }, { lock: true });
      const isErased = order?.name === null;
      if (!order || isErased || (await findLockedObstacle(transaction, order, deps.now())))
        throw orderClosed('This order can no longer be paid.');
      if ((await countProofs(transaction, orderId)) >= maxProofs) throw tooManyProofs();
      await insertProof(transaction, { id, orderId, path, size, createdAt: deps.now() });
      // Tells the admin, which lists it with the order.
      await updateOrder(transaction, orderId, {});
      if (order.paymentReportedAt) await announceProof(deps, transaction, order, id);
    });
  } catch (error) {
    // The sweep deletes what remains.
    await deps.storage.delete(path).catch(() => {});
    throw error;
  }
}

/** Notifies the mentor, at most once an hour, of a file that came after the buyer said they had paid. */
async function announceProof(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  id: string,
): Promise<void> {
  const toMail = (about: string) => ({ occasion: 'proof', audience: 'mentor', about }) as const;
  const proofs = await listProofs(transaction, order.id);
  const keys = proofs.map((proof) => orderMailKey(order.id, toMail(proof.id)));
  const wait = await secondsUntilFewer(transaction, keys, { most: 1, seconds: 3600 });
  if (wait === 0) await queueOrderMail(deps, transaction, order, toMail(id));
}

/** Returns the file ending that the content of a proof asks for. Throws 413, `wrong-content` (415), 422. */
async function findEnding({ path, size }: LocalFile): Promise<string> {
  if (size === 0) throw new AppError(422, 'empty-file', 'This file is empty.');
  if (size > maxProofBytes) throw new AppError(413, 'file-too-large', proofTooLarge);
  const type = await sniffType(await readStart(path));
  const [ending] = type !== undefined && proofTypes.includes(type) ? endingsOf(type) : [];
  if (ending !== undefined) return ending;
  throw new AppError(
    415,
    'wrong-content',
    'This isn’t a PDF, JPEG, PNG, WebP or HEIC file, so we didn’t send it. Choose another one.',
    { message: `${type ?? 'An unknown file type'} came as proof of payment` },
  );
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
  return buffer.subarray(0, bytesRead);
}

const tooManyProofs = () =>
  new AppError(409, 'too-many-proofs', `You have sent ${maxProofs} files, which is the maximum.`);

/** Opens a proof, with a name for the download. The caller reads the stream. Throws 404, 503. */
export async function openProof(
  { db, storage }: PaymentDeps,
  { id: orderId, proof: id }: { id: string; proof: string },
): Promise<{ stream: Readable; size: number; type: string; fileName: string }> {
  const found = await findProof(db, { orderId, id });
  if (!found || !(await storage.find(found.path))) throw recordNotFound();
  const { path, size, reference } = found;
  return {
    stream: await storage.open(path),
    size,
    type: contentTypeOf(path) ?? 'application/octet-stream',
    fileName: `${reference}-proof-${id.slice(0, 4)}.${endingOf(path)}`,
  };
}
