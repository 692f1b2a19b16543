import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a database may take to end its connections, in milliseconds. */
const farewellMs = 3_000;

/**
 * Keeps the sockets of a database client, which opens each by `stream` (an option of pg). One whose
 * other end has fallen silent would never end on its own, nor would the process.
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
    /** Breaks every connection. */
    destroy,
    /** Waits a while until the client has ended, and breaks what is left. */
    async endAfter(ended: Promise<unknown>): Promise<void> {
      await Promise.race([ended.catch(() => {}), delay(farewellMs, undefined, { ref: false })]);
      destroy();
    },
  };
}
