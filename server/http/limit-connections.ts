import type { Server } from 'node:http';
import { toLimitKey } from '#server/limits/network-keys.ts';

/** How many connections may be open at once. */
export interface ConnectionLimits {
  /** In all. */
  total: number;
  /** From one client network (see `toLimitKey`). */
  perNetwork: number;
}

/**
 * Some forty browsers behind one address, each with the six connections that browsers open.
 * In all, what a small machine holds without swapping.
 */
const usualLimits: ConnectionLimits = { total: 2_000, perNetwork: 250 };

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
