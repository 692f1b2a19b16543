import path from 'node:path';
import { mentor, toCookie } from './accounts.ts';
import { createCertificateAuthority } from './certificate-authority.ts';
import { startDatabaseServer, withDatabase } from './database-server.ts';
import { inObjectStore, startObjectStore } from './object-store.ts';
import { createClient, publicName, startProxy } from './proxies.ts';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
  type SiteProcess,
} from './site-process.ts';
import { query } from './site-state.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

/** A process whose port and data folder stay the same across restarts. */
export interface Member {
  /** Its URL without the proxy. */
  url: string;
  start: (command?: string[]) => Promise<SiteProcess>;
  /** Returns the running process. Throws if there is none. */
  process: () => SiteProcess;
}

export type SeveralProcesses = Awaited<ReturnType<typeof startSeveral>>;

/**
 * Starts a PostgreSQL, an object store, a mail server and nginx with the configuration of
 * `deploy/`, which sends requests to two processes in turn. The test starts the processes. Disposal
 * stops everything.
 */
export async function startSeveral(environment: Record<string, string> = {}) {
  await using disposables = new AsyncDisposableStack();
  const directory = await createDirectory();
  disposables.defer(() => removeDirectory(directory));
  const server = await startDatabaseServer();
  disposables.defer(server.stop);
  const store = await startObjectStore(directory);
  disposables.defer(store.close);
  const receiver = await startSmtpReceiver();
  disposables.defer(receiver.close);
  const authority = await createCertificateAuthority(publicName);
  disposables.defer(authority.remove);
  const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
  const client = createClient({ ...ports, authority });
  const database = withDatabase(server.site, 'site');

  const common = {
    SITE_URL: client.origin,
    TRUST_PROXY: '1',
    DATABASE_URL: database,
    SMTP_URL: receiver.url,
    MAIL_TO: mentor.email,
    BACKUP_NIGHTLY: 'off',
    ADMIN_EMAIL: mentor.email,
    ADMIN_PASSWORD: mentor.password,
    ...inObjectStore(store),
    ...environment,
  };

  async function createMember(name: string): Promise<Member> {
    const port = String(await findFreePort());
    let running: SiteProcess | undefined;
    disposables.defer(async () => {
      await running?.end('SIGTERM');
    });
    return {
      url: `http://127.0.0.1:${port}`,
      async start(command) {
        const own = { PORT: port, DATA_DIR: path.join(directory, name) };
        running = await runSite({ ...common, ...own }, command);
        return running;
      },
      process() {
        if (!running) throw new Error(`${name} was not started`);
        return running;
      },
    };
  }
  const members = [await createMember('one'), await createMember('other')] as const;
  const upstreams = members.map(({ url }) => new URL(url).host);
  const running = disposables.move();

  return {
    members,
    client,
    authority,
    database,
    directory,
    receiver,
    store,
    /** Returns a client at another address of 127.0.0.0/8. */
    clientFrom: (localAddress: string) => createClient({ ...ports, authority }, localAddress),
    query: (text: string, values?: unknown[]) => query(database, text, values),
    /** Starts the proxy when a process answers. */
    async openProxy(): Promise<void> {
      running.defer(await startProxy('nginx', { ...ports, authority, upstreams }));
    },
    /** Starts both processes at the same time, and the proxy when they are ready. */
    async startAll(): Promise<void> {
      const sites = await Promise.all(members.map((member) => member.start()));
      await Promise.all(sites.map((site) => site.untilReady()));
      await this.openProxy();
    },
    /** Signs in as the mentor at either process. Returns the cookie. */
    async signIn(): Promise<string> {
      const body = mentor;
      const { status, headers } = await client.send('POST', '/api/auth/sign-in/email', { body });
      if (status !== 200) throw new Error(`The mentor could not sign in: ${status}`);
      return toCookie(headers['set-cookie'] ?? []);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
