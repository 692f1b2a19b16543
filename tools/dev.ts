import { once } from 'node:events';
import http from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { createServer, type ViteDevServer } from 'vite';

/*
 * The development server: one process, one port. Vite updates open pages. A change to a server file
 * restarts the server and its private database on the same port.
 */

type ServerHalf = Pick<
  typeof import('#server/site.ts') &
    typeof import('#platform/config/config.ts') &
    typeof import('#platform/log/logger.ts') &
    typeof import('#server/pages.ts') &
    typeof import('#platform/config/data-directory.ts') &
    typeof import('#features/accounts/server/first-admin.ts'),
  | 'openSite'
  | 'readConfig'
  | 'createLogger'
  | 'createPagesHandler'
  | 'lockDataDirectory'
  | 'describeAdminAccess'
>;

/** Files that the running server has already loaded. */
const serverFiles = /\/(?:server|platform|rules|mails|content)\/.*\.tsx?$/;

async function loadServerHalf(vite: ViteDevServer): Promise<ServerHalf> {
  const files = [
    'server/site',
    'server/pages',
    'platform/config/config',
    'platform/config/data-directory',
    'platform/log/logger',
    'features/accounts/server/first-admin',
  ];
  const modules = await Promise.all(files.map((file) => vite.ssrLoadModule(`/src/${file}.ts`)));
  return Object.assign({}, ...modules);
}

async function openSite(vite: ViteDevServer) {
  process.umask(0o077);
  const server = await loadServerHalf(vite);
  const config = server.readConfig({ ...process.env, NODE_ENV: 'development' });
  const unlock = server.lockDataDirectory(config.dataDirectory);
  const site = await server.openSite({
    config,
    log: server.createLogger(config.logLevel),
    createPages: (services) => async (request, context) => {
      // Loaded for every request, so that changed pages take effect.
      const build = await vite.ssrLoadModule('virtual:react-router/server-build');
      return server.createPagesHandler(build as never, services)(request, context);
    },
  });
  void site.adminAccess.then((access) => console.log(server.describeAdminAccess(access, config)));
  return {
    config,
    fetch: site.fetch,
    async stop() {
      await site.stop();
      unlock();
    },
  };
}

const httpServer = http.createServer();
const vite = await createServer({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: httpServer } },
});
let site = openSite(vite);
const { config } = await site.catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

const answer = getRequestListener(async (request, bindings) =>
  (await site).fetch(request, bindings as HttpBindings),
);
httpServer.on('request', (request, response) => {
  vite.middlewares(request, response, () => void answer(request, response));
});

let reopening = Promise.resolve();
vite.watcher.on('change', (file) => {
  if (!serverFiles.test(file) || file.includes('.test.')) return;
  reopening = reopening.then(async () => {
    const { stop } = await site;
    await stop();
    site = openSite(vite);
    await site.then(
      () => console.log('The server has restarted.'),
      (error) => console.error(error),
    );
  });
});

httpServer.listen(config.port, config.host);
await once(httpServer, 'listening');
console.log(`The site is at http://localhost:${config.port}, with hot updates.`);

const signal = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.log(`Stopping (${signal}) …`);
await vite.close();
await site.then(({ stop }) => stop());
process.exit(0);
