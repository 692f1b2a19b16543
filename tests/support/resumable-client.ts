import { createReadStream } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { DefaultHttpStack, Upload, type UploadOptions } from 'tus-js-client';
import {
  isTransient,
  sending,
  toUploadError,
  uploadEndpoint,
} from '#features/uploads/ui/admin/sending.ts';

interface FileOnItsWay {
  /** Called before every request, which waits until this resolves. */
  onRequest: () => Promise<void>;
  siteUrl: string;
  /** Options for the connections, if they differ from the default. */
  connection?: { ca: string; lookup: LookupFunction } | undefined;
  cookie: string;
  file: string;
  /** In bytes. */
  size: number;
  metadata: Record<string, string>;
  /**
   * Called while a part is being sent: the part begins at `from` and was sent up to `position`. The
   * rest waits until this resolves.
   */
  onPart: (part: { url: string; from: number; position: number }) => Promise<void>;
}

/**
 * Sends a file as the browser does, with the same library, parts and retries, so it continues after
 * the site restarts. Returns the paths of all uploads it began.
 */
export async function sendFile(options: FileOnItsWay): Promise<string[]> {
  const { siteUrl, connection, cookie, file, size, metadata, onRequest, onPart } = options;
  const started = new Set<string>();

  async function* readPart(from: number, end: number): AsyncGenerator<Buffer> {
    let position = from;
    for await (const block of createReadStream(file, { start: from, end: end - 1 })) {
      yield block;
      position += block.length;
      if (position < end) await onPart({ url: readPath(), from, position });
    }
  }

  const fileReader: UploadOptions['fileReader'] = {
    openFile: async () => ({
      size,
      slice: async (from, end) => ({
        value: Object.assign(Readable.from(readPart(from, end)), { size: end - from }),
        done: end >= size,
      }),
      close() {},
    }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(Buffer.alloc(0), {
    ...sending,
    ...(connection && { httpStack: new DefaultHttpStack(connection) }),
    endpoint: new URL(uploadEndpoint, siteUrl).href,
    headers: { Cookie: cookie },
    metadata,
    fileReader,
    onBeforeRequest: onRequest,
    onShouldRetry: (error) => isTransient(toUploadError(error)),
    onUploadUrlAvailable: () => started.add(readPath()),
    onError: reject,
    onSuccess: () => resolve(),
  });
  const readPath = () => new URL(upload.url ?? '', siteUrl).pathname;
  upload.start();
  await promise;
  return [...started];
}
