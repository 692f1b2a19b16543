import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createAdaptorServer } from '@hono/node-server';
import { mergePath } from 'hono/utils/url';
import { configureNginx, nginxArgs } from './nginx-main.ts';
import { runProxy } from './proxies.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/** Asks as `app.request` of Hono does: by a path, an address or a whole request. */
export type Ask = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** As much as a test may say in the head of a request, in bytes; Node would refuse it sooner than the site. */
const maxHeaderSize = 128 * 1024;

/** What belongs to a connection, or is the proxy's or Node's own. */
const notOfTheSite = new Set([
  ...['connection', 'date', 'keep-alive', 'server', 'transfer-encoding'],
]);

/**
 * Stands nginx before sites that have no socket of their own: each request goes to the next of them.
 * It refuses and repeats nothing by itself. Returns how to ask through it, and its end.
 */
export async function openNginx(sites: Fetch[]): Promise<{ ask: Ask; close: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const socketOf = (name: string) => path.join(directory, `${name}.sock`);
  const servers = await Promise.all(
    sites.map(async (fetch, index) => {
      const server = createAdaptorServer({ fetch, serverOptions: { maxHeaderSize } }) as Server;
      await once(server.listen(socketOf(String(index))), 'listening');
      return server;
    }),
  );
  const ask = askThrough(socketOf('proxy'));
  await writeFile(path.join(directory, 'nginx.conf'), configure(sites.length, socketOf));
  const home = path.join(directory, 'home');
  await mkdir(home);
  const stop = await runProxy('nginx', nginxArgs(directory), home, async () =>
    ask('/healthz').then(({ ok }) => ok),
  );
  return {
    ask,
    async close() {
      await stop();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What is too large or malformed is for the sites to refuse. */
const configure = (count: number, socketOf: (name: string) => string) =>
  configureNginx([
    'upstream site {',
    ...Array.from(
      { length: count },
      (_, at) => `  server unix:${socketOf(String(at))} max_fails=0;`,
    ),
    '}',
    'server {',
    `  listen unix:${socketOf('proxy')};`,
    '  client_max_body_size 0;',
    '  large_client_header_buffers 8 64k;',
    '  merge_slashes off;',
    '  ignore_invalid_headers off;',
    '  underscores_in_headers on;',
    '  proxy_http_version 1.1;',
    // As in deploy/: a site that is told to close may do so before it has the whole body.
    '  proxy_set_header Connection "";',
    '  proxy_set_header Host $http_host;',
    '  proxy_buffering off;',
    '  proxy_next_upstream off;',
    '  proxy_read_timeout 240s;',
    '  location / { proxy_pass http://site; }',
    // As in deploy/ too: what is sent to a site otherwise comes with its length, when it is complete.
    '  location ~ ^/api/uploads/. { proxy_request_buffering off; proxy_pass http://site; }',
    '}',
  ]);

const askThrough =
  (socketPath: string): Ask =>
  async (input, init) => {
    const isPath = typeof input === 'string' && !/^https?:\/\//.test(input);
    const request = new Request(isPath ? `http://localhost${mergePath('/', input)}` : input, init);
    const { host, pathname, search } = new URL(request.url);
    // Node would send the body of a DELETE without a word of where it ends.
    const isCounted = !request.body || request.headers.has('content-length');
    const ending = isCounted ? {} : { 'transfer-encoding': 'chunked' };
    const outgoing = send({
      ...{ socketPath, method: request.method, path: `${pathname}${search}`, agent: false },
      headers: { host, ...ending, ...Object.fromEntries(request.headers) },
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // Who has answered may want no more of the body.
    outgoing.on('error', () => {});
    if (request.body) Readable.fromWeb(request.body as ReadableStream).pipe(outgoing);
    else outgoing.end();
    const [incoming] = await answered;
    return toResponse(incoming);
  };

function toResponse(incoming: IncomingMessage): Response {
  const { rawHeaders, statusCode: status = 0 } = incoming;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!notOfTheSite.has(name.toLowerCase())) headers.append(name, rawHeaders[at + 1] ?? '');
  }
  // A status of these has no body, and `Response` takes none with it.
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) incoming.resume();
  const body = isEmpty ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
  return new Response(body, { status, headers });
}
