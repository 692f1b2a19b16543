import net, { type AddressInfo } from 'node:net';

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
  /** Undoes all of these. What was held back arrives now. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a passage to a server. */
export async function openPassage(target: net.NetConnectOpts): Promise<Passage> {
  const sockets = new Set<net.Socket>();
  const answers = new Set<net.Socket>();
  let isFrozen = false;

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
    // Not piped: a pipe could resume what `freeze` has paused.
    answering.on('data', (chunk) => client.write(chunk));
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
    async restore() {
      isFrozen = false;
      for (const socket of answers) socket.resume();
      if (!server.listening) await listen(port);
    },
    async close() {
      if (server.listening) await cut();
    },
  };
}
