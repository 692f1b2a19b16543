import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toLimitKey } from '#platform/limits/network-keys.ts';

/**
 * The maximum number of open connections: in total, and from one network (`toLimitKey`), enough for
 * about forty browsers.
 */
export interface ConnectionLimits {
  total: number;
  perNetwork: number;
}

/**
 * Limits the connections of each network. At the total limit, a new connection replaces the longest
 * idle one, or the one with the longest unread response. Behind a proxy, all connections are the
 * proxy's, so `perNetwork` must be Infinity.
 */
export function limitConnections(server: Server, { total, perNetwork }: ConnectionLimits): void {
  const ofNetwork = new Map<string, number>();
  /** Ordered by when a request last started or ended. */
  const idle = new Set<Socket>();
  const busy = new Set<Socket>();
  const unfinished = new WeakMap<Socket, number>();

  function move(socket: Socket, to: Set<Socket> | undefined): void {
    idle.delete(socket);
    busy.delete(socket);
    if (!socket.destroyed) to?.add(socket);
  }

  function makeRoom(): void {
    const [maxIdle] = idle;
    const oldest = maxIdle ?? [...busy].find(({ writableLength }) => writableLength > 0);
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

/** Decrements a count, and deletes it at 0. */
export function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

/** Destroys a connection whose client reads nothing of a response for `timeoutMs`. */
export function limitWriteTime(server: Server, timeoutMs: number): void {
  server.setTimeout(timeoutMs);
  server.on('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

/** How long a request body may take to arrive, in milliseconds. */
export interface BodyTimes {
  usual: number;
  /** A file that a visitor sends with a form. */
  sentFile: number;
  uploadPart: number;
}

/** Returns which of these times a request has. */
export type FindBodyKind = (incoming: IncomingMessage) => keyof BodyTimes;

/** Returns whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections whose body arrives too slowly, with 408. Node itself has only one timeout for
 * all requests.
 */
export function limitBodyTime(
  server: Server,
  times: BodyTimes,
  findKind: FindBodyKind = () => 'usual',
): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return;
    const time = times[findKind(incoming)];
    // Unreferenced: an abandoned body never closes, and must not keep the process alive.
    const timer = setTimeout(() => refuse(incoming, outgoing), time).unref();
    incoming.once('close', () => clearTimeout(timer));
  });
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  // The handler still waits for the body, until the connection ends.
  if (!outgoing.headersSent && socket.writable) {
    // The socket may just have been closed; the error must not end the process.
    socket.once('error', () => {});
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
  socket.destroySoon();
}
