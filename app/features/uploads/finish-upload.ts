import { isPassing, readDetail, UploadRefused } from './upload-failure.ts';

/** Before each repeat, in milliseconds; the last one counts for all that follow. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000];

/** So often it is tried before somebody is told. */
const tries = 30;

/**
 * Asks the site to keep a file that has arrived, and for its public address: again and again
 * until it answers, since asking twice does nothing twice. Rejects with words for people.
 */
export async function finishUpload(
  adminFetch: typeof fetch,
  uploadUrl: string,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await adminFetch(`${uploadUrl}/finish`, { method: 'POST', signal }).catch(
      () => undefined,
    );
    if (response?.ok) return readUrl(response);
    signal.throwIfAborted();
    if (!isPassing(response?.status ?? 0) || attempt >= tries) {
      const detail = readDetail(await response?.text().catch(() => undefined));
      const reason = detail ?? 'The site cannot be reached just now.';
      throw isPassing(response?.status ?? 0) ? new Error(reason) : new UploadRefused(reason);
    }
    await pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0, signal);
  }
}

async function readUrl(response: Response): Promise<string> {
  const { url }: { url?: unknown } = await response.json().catch(() => ({}));
  if (typeof url === 'string' && url) return url;
  throw new Error('Could not get public URL for the uploaded file.');
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
