/**
 * Yields what comes in pieces of so many bytes, and the rest. Where it breaks off, what has come
 * before counts: it is yielded, then the error is thrown. A piece is overwritten by the next one.
 */
export async function* toPieces(
  stream: AsyncIterable<Buffer>,
  bytes: number,
): AsyncGenerator<Buffer> {
  let piece: Buffer | undefined;
  let filled = 0;
  let failure: { error: unknown } | undefined;
  try {
    for await (const chunk of stream) {
      for (let taken = 0; taken < chunk.length; ) {
        piece ??= Buffer.allocUnsafeSlow(bytes);
        const copied = chunk.copy(piece, filled, taken);
        taken += copied;
        filled += copied;
        if (filled < bytes) continue;
        yield piece;
        filled = 0;
      }
    }
  } catch (error) {
    failure = { error };
  }
  if (piece && filled > 0) yield piece.subarray(0, filled);
  if (failure) throw failure.error;
}
