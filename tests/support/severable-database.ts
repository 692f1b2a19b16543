import net, { type AddressInfo } from 'node:net';

/** Stands between the site and its database, to take the one away from the other. */
export interface SeverableDatabase {
  connectionString: string;
  /** Drops every connection and refuses new ones: the server is gone. */
  cut: () => Promise<void>;
  /** Lets what was asked through and holds back every answer: the network is gone. */
  freeze: () => void;
  /** Undoes either. What was held back arrives now. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Where a connection string leads: a port, or a Unix socket in a folder given as `host`. */
function targetOf(connectionString: string): net.NetConnectOpts {
  const url = new URL(connectionString);
  const folder = url.searchParams.get('host');
  const port = url.port || url.searchParams.get('port') || '5432';
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${port}` };
  return { host: folder ?? url.hostname, port: Number(port) };
}

/** Starts a passage to the database that can be cut. */
export async function severDatabase(connectionString: string): Promise<SeverableDatabase> {
  const target = targetOf(connectionString);
  const sockets = new Set<net.Socket>();
  const answers = new Set<net.Socket>();
  let isFrozen = false;

  const server = net.createServer((client) => {
    const database = net.connect(target);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        answers.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.pipe(database);
    answers.add(database);
    database.on('data', (chunk) => client.write(chunk));
    if (isFrozen) database.pause();
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

  const through = new URL(connectionString);
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  through.hostname = '127.0.0.1';
  through.port = String(port);

  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    connectionString: through.href,
    cut,
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
