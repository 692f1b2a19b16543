import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toLimitKey } from '#server/limits/network-keys.ts';
import { uploadsPath } from '#server/uploads/protocol.ts';

/**
 * How many connections may be open at the same time: in all, what a small machine holds without swapping;
 * per network (`toLimitKey`) some forty browsers with six each.
 */
export interface ConnectionLimits {
  total: number;
  perNetwork: number;
}

/**
 * Closes what one network opens beyond its limit. When the total is reached, a new connection replaces
 * the one that has been idle longest, or else the one whose client has not read its response for the
 * longest time. Behind a proxy every connection is the proxy's: `perNetwork` must be Infinity then.
 */
export function limitConnections(server: Server, { total, perNetwork }: ConnectionLimits): void {
  const ofNetwork = new Map<string, number>();
  /** Both in the order in which a request last began or ended. */
  const idle = new Set<Socket>();
  const busy = new Set<Socket>();
  const unfinished = new WeakMap<Socket, number>();

  function move(socket: Socket, to: Set<Socket> | undefined): void {
    idle.delete(socket);
    busy.delete(socket);
    if (!socket.destroyed) to?.add(socket);
  }

  function makeRoom(): void {
    const [longestIdle] = idle;
    const oldest = longestIdle ?? [...busy].find(({ writableLength }) => writableLength > 0);
    if (!oldest) return;
    oldest.destroy();
    move(oldest, undefined);
  }

  server.on('connection', (socket) => {
    const network = toLimitKey(socket.remoteAddress ?? 'unknown');
    const count = (ofNetwork.get(network) ?? 0) + 1;
    ofNetwork.set(network, count);
    socket.once('close', () => {
      move(socket, undefined);
      countDown(ofNetwork, network);
    });
    if (count <= perNetwork && idle.size + busy.size >= total) makeRoom();
    if (count > perNetwork || idle.size + busy.size >= total) socket.destroy();
    else idle.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    unfinished.set(socket, (unfinished.get(socket) ?? 0) + 1);
    move(socket, busy);
    outgoing.once('close', () => {
      const left = (unfinished.get(socket) ?? 0) - 1;
      unfinished.set(socket, left);
      move(socket, left > 0 ? busy : idle);
    });
  });
}

/** Decreases a count, and deletes it at zero. */
export function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

/**
 * Destroys a connection whose client has read no byte of a response for `timeoutMs`. A response that is
 * still being made does not count.
 */
export function limitWriteTime(server: Server, timeoutMs: number): void {
  server.setTimeout(timeoutMs);
  server.on('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

/** How long the body of a request may take to arrive, in milliseconds. */
export interface BodyTimes {
  usual: number;
  uploadPart: number;
}

const isUploadPart = ({ method, url = '' }: IncomingMessage) =>
  method === 'PATCH' && url.startsWith(`${uploadsPath}/`);

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections over which a body arrives too slowly: with 408 if nothing was answered yet. Node has one
 * time for all requests, and parts of uploads need more.
 */
export function limitBodyTime(server: Server, { usual, uploadPart }: BodyTimes): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return;
    const time = isUploadPart(incoming) ? uploadPart : usual;
    // The body of a request that was given up never closes; the timer must not keep the process alive.
    const timer = setTimeout(() => refuse(incoming, outgoing), time).unref();
    incoming.once('close', () => clearTimeout(timer));
  });
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  // The handler still waits for the body: the end of the connection ends its wait.
  if (!outgoing.headersSent && socket.writable) {
    // It may have just been closed, which must not end the process.
    socket.once('error', () => {});
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
  socket.destroySoon();
}
