import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** So long a database may take to end its connections once it is asked to, in milliseconds. */
const farewellMs = 3_000;

/**
 * The sockets of a client of the database, which opens each by `stream` (an option of pg). One whose
 * other end has gone silent would never end by itself, nor would the process.
 */
export function createSockets() {
  const open = new Set<Socket>();
  return {
    stream(): Socket {
      const socket = new Socket();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return socket;
    },
    /** Waits until the client has ended, for a while, and breaks off what is left. */
    async endAfter(ended: Promise<unknown>): Promise<void> {
      await Promise.race([ended.catch(() => {}), delay(farewellMs, undefined, { ref: false })]);
      for (const socket of open) socket.destroy();
    },
  };
}
