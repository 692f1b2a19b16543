import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { toLimitKey } from '#server/limits/network-keys.ts';
import { uploadsPath } from '#server/uploads/protocol.ts';

/**
 * How many connections may be open at once: in all, what a small machine holds without swapping; of
 * one network (`toLimitKey`) some forty browsers, each with the six that browsers open.
 */
const usualLimits = { total: 2_000, perNetwork: 250 };
export type ConnectionLimits = typeof usualLimits;

/**
 * Closes connections beyond the limits as soon as they are opened. Where a proxy stands before
 * the site, every connection is the proxy's: `perNetwork` must be Infinity then.
 */
export function limitConnections(server: Server, limits: Partial<ConnectionLimits> = {}): void {
  const { total, perNetwork } = { ...usualLimits, ...limits };
  const open = new Map<string, number>();
  server.maxConnections = total;
  server.on('connection', (socket) => {
    const network = toLimitKey(socket.remoteAddress ?? 'unknown');
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > perNetwork) socket.destroy();
  });
}

/**
 * How long the body of a request may take to arrive, in milliseconds. A part of an upload is 8 MB,
 * which a line of 5 KB a second brings in time.
 */
const usualTimes = { usual: 60_000, uploadPart: 30 * 60_000 };
export type BodyTimes = typeof usualTimes;

const isUploadPart = ({ method, url = '' }: IncomingMessage) =>
  method === 'PATCH' && url.startsWith(`${uploadsPath}/`);

/** Whether a request says that a body follows it. */
export const hasBody = ({ headers }: IncomingMessage) =>
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
