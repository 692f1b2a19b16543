import net, { type AddressInfo } from 'node:net';

/** A TCP proxy between the site and a server, which can simulate an outage. */
export interface Passage {
  /** The local port of the proxy. */
  port: number;
  /** Drops every connection and refuses new ones, as if the server had stopped. */
  cut: () => Promise<void>;
  /** Drops every connection and accepts new ones. */
  drop: () => void;
  /** Forwards requests and holds back every answer, as if the network had failed. */
  freeze: () => void;
  /** Undoes all of these. Answers that were held back now arrive. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a proxy to a server. */
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
    // Not piped, because a pipe could resume what `freeze` has paused.
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
    port,
    cut,
    drop,
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
