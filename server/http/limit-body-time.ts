import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { uploadsPath } from '#server/uploads/upload-inbox.ts';

/** How long the body of a request may take to arrive, in milliseconds. */
export interface BodyTimes {
  usual: number;
  /** A part of an upload. */
  uploadPart: number;
}

/** A part of an upload is 8 MB, which a line of 5 KB a second brings in time. */
const usualTimes: BodyTimes = { usual: 60_000, uploadPart: 30 * 60_000 };

const isUploadPart = ({ method, url = '' }: IncomingMessage) =>
  method === 'PATCH' && url.startsWith(`${uploadsPath}/`);

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections over which a body drips: with 408 if nothing was answered yet, as Node does
 * for heads. It knows one time for all requests, and parts of uploads need more than others.
 */
export function limitBodyTime(server: Server, times: Partial<BodyTimes> = {}): void {
  const { usual, uploadPart } = { ...usualTimes, ...times };
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return;
    const time = isUploadPart(incoming) ? uploadPart : usual;
    // A body that its handler has given up is never closed: nothing waits for the timer, or a site
    // that stops would live on for half an hour.
    const timer = setTimeout(() => refuse(incoming, outgoing), time).unref();
    incoming.once('close', () => clearTimeout(timer));
  });
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  // Past the handler, which still waits for the body: the end of the connection ends its wait.
  if (!outgoing.headersSent && socket.writable) {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
  socket.destroySoon();
}
