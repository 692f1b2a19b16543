import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a database may take to close its connections, in milliseconds. */
const closeTimeoutMs = 3_000;

/**
 * Tracks the sockets of a database client, which opens them with `stream` (an option of pg). A
 * socket whose other end is silent would never close, nor let the process end.
 */
export function createSockets() {
  const open = new Set<Socket>();
  const destroy = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    stream(): Socket {
      const socket = new Socket();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return socket;
    },
    /** Destroys every connection. */
    destroy,
    /** Waits for the client to end, with a timeout, and destroys the remaining connections. */
    async endAfter(ended: Promise<unknown>): Promise<void> {
      await Promise.race([ended.catch(() => {}), delay(closeTimeoutMs, undefined, { ref: false })]);
      destroy();
    },
  };
}
