import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Stands between the site and something that it needs, to take the one away from the other. */
export interface Passage {
  /** Where it listens on this machine. */
  port: number;
  /** Drops every connection and refuses new ones: the server is gone. */
  cut: () => Promise<void>;
  /** Drops every connection, and takes new ones. */
  drop: () => void;
  /** Lets what was asked through and holds back every answer: the network is gone. */
  freeze: () => void;
  /** Lets every answer come so many milliseconds later. */
  delay: (ms: number) => void;
  /** Undoes all of these. What was held back arrives now, what was delayed when it is due. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a passage to a server. */
export async function openPassage(target: net.NetConnectOpts): Promise<Passage> {
  const sockets = new Set<net.Socket>();
  const answers = new Set<net.Socket>();
  let isFrozen = false;
  let lateness = 0;

  /** Writes in order what comes, each when it is due. */
  function writeLate(client: net.Socket) {
    let waiting = 0;
    let last = Promise.resolve();
    return (chunk: Buffer) => {
      if (lateness === 0 && waiting === 0) {
        client.write(chunk);
        return;
      }
      const dueAt = performance.now() + lateness;
      waiting += 1;
      last = last.then(async () => {
        await delay(Math.max(0, dueAt - performance.now()), undefined, { ref: false });
        waiting -= 1;
        if (!client.destroyed) client.write(chunk);
      });
    };
  }

  const server = net.createServer((client) => {
    const answering = net.connect(target);
    for (const socket of [client, answering]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        answers.delete(socket);
        client.destroy();
        answering.destroy();
      });
    }
    client.pipe(answering);
    answers.add(answering);
    answering.on('data', writeLate(client));
    if (isFrozen) answering.pause();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  function drop(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    drop();
    await closed;
  }

  return {
    ...{ port, cut, drop },
    freeze() {
      isFrozen = true;
      for (const socket of answers) socket.pause();
    },
    delay(ms) {
      lateness = ms;
    },
    async restore() {
      isFrozen = false;
      lateness = 0;
      for (const socket of answers) socket.resume();
      if (!server.listening) await listen(port);
    },
    async close() {
      if (server.listening) await cut();
    },
  };
}
