/** Sends a request to the site, over a socket or directly to the app. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

const protocol = { 'Tus-Resumable': '1.0.0' };

/** The size of a part in bytes, as in the browser. */
const partBytes = 8 * 1024 ** 2;

/** The header that describes an upload. */
export const toMetadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/**
 * The calls of the protocol, one by one. The caller provides headers such as the session cookie.
 */
export const createTusClient = (send: Send) => ({
  begin: (size: number, metadata: Record<string, string>) =>
    send('/api/uploads', {
      method: 'POST',
      headers: {
        ...protocol,
        'Upload-Length': String(size),
        'Upload-Metadata': toMetadata(metadata),
      },
    }),
  ask: (url: string) => send(url, { method: 'HEAD', headers: protocol }),
  patch: (url: string, offset: number, part: Uint8Array | Buffer) =>
    send(url, {
      method: 'PATCH',
      headers: {
        ...protocol,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(part),
    }),
  giveUp: (url: string) => send(url, { method: 'DELETE', headers: protocol }),
  finish: (url: string) => send(`${url}/finish`, { method: 'POST' }),
  /**
   * Makes all calls of an upload. Returns the last response: that of `finish`, or the first
   * refusal.
   */
  async upload(content: Buffer, metadata: Record<string, string>): Promise<Response> {
    const started = await this.begin(content.length, metadata);
    if (!started.ok) return started;
    const url = started.headers.get('Location') ?? '';
    for (let offset = 0; offset < content.length; offset += partBytes) {
      const answer = await this.patch(url, offset, content.subarray(offset, offset + partBytes));
      if (!answer.ok) return answer;
    }
    return this.finish(url);
  },
});

export type TusClient = ReturnType<typeof createTusClient>;
