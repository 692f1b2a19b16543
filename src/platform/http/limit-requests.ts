import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toLimitKey } from '#platform/limits/network-keys.ts';
import { findIpAddress } from '#platform/net/ip-address.ts';
import { countDown } from './limit-connections.ts';

export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** How many requests may run at the same time. */
export interface RequestLimits {
  perConnection: number;
  /** For one visitor behind a proxy. */
  perVisitor: number;
}

/** A connection with more pipelined requests is destroyed. */
const maxRead = 64;

/**
 * Returns a handler that processes the pipelined requests of a connection one after another.
 * Requests beyond the limit are rejected, and the connection closes.
 */
export function handleInTurn(handle: Handle, perConnection: number): Handle {
  const unfinished = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  return (incoming, outgoing) => {
    const { socket } = incoming;
    const queue = unfinished.get(socket) ?? [];
    unfinished.set(socket, queue);
    queue.push([incoming, outgoing]);
    if (queue.length > maxRead) socket.destroy();
    else if (queue.length === perConnection + 1) refuse(outgoing, { Connection: 'close' });
    if (queue.length > perConnection) return;
    outgoing.once('close', () => {
      queue.shift();
      const [next] = queue;
      // Without a socket, the connection closes after the last response.
      if (next?.[1].socket && !next[1].writableEnded) handle(...next);
    });
    if (queue.length === 1) handle(incoming, outgoing);
  };
}

/** Returns a handler that rejects a visitor's requests beyond the limit. */
export function limitPerVisitor(
  handle: Handle,
  { perVisitor, trustedProxies }: { perVisitor: number; trustedProxies: number },
): Handle {
  const inFlight = new Map<string, number>();

  return (incoming, outgoing) => {
    const peer = incoming.socket.remoteAddress;
    const forwardedFor = incoming.headers['x-forwarded-for']?.toString();
    const visitor = toLimitKey(findIpAddress({ peer, forwardedFor, trustedProxies }));
    const count = (inFlight.get(visitor) ?? 0) + 1;
    if (count > perVisitor) return refuse(outgoing, { 'Retry-After': '1' });
    inFlight.set(visitor, count);
    outgoing.once('close', () => countDown(inFlight, visitor));
    handle(incoming, outgoing);
  };
}

function refuse(outgoing: ServerResponse, headers: Record<string, string>): void {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  outgoing.writeHead(429, { ...type, ...headers });
  outgoing.end('Too many requests. Try again in a moment.\n');
}
