import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { type RunningServer, type ServeOptions, serve } from './serve.ts';

let server: RunningServer;
afterEach(() => server.stop(0));

/** The pending responses by request path, in the order of the calls. */
let asked: Map<string, PromiseWithResolvers<Response>>;

async function listen(options: Partial<ServeOptions> = {}): Promise<void> {
  asked = new Map();
  const fetch = ({ url }: Request) => {
    const response = Promise.withResolvers<Response>();
    asked.set(new URL(url).pathname, response);
    return response.promise;
  };
  server = await serve({ fetch, host: '127.0.0.1', port: 0, ...options });
}

const answer = (path: string) => asked.get(path)?.resolve(new Response(`answer to ${path}`));

/** Sends requests in a single write; `more` are additional header lines. */
async function send(paths: string[], more = '') {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`).join(''));
  return socket;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const calls = () => [...asked.keys()];
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, n]) => n);

it('handles pipelined requests one after another', async () => {
  await listen();
  const socket = await send(['/0', '/1', '/2']);
  for (const path of ['/0', '/1', '/2']) {
    await expect.poll(calls).toContain(path);
    expect(calls().at(-1)).toBe(path);
    answer(path);
    expect(String((await once(socket, 'data'))[0])).toContain(`answer to ${path}`);
  }
  socket.destroy();
});

it('answers requests up to the limit, and closes the connection after them', async () => {
  await listen({ fetch: () => new Response('hello') });
  const all = await text(await send(numbered(20)));
  expect(statuses(all)).toEqual([...Array(8).fill('200'), '429']);
  expect(all).toContain('Connection: close');
});

it('destroys a connection that pipelines endlessly, even if its first request is pending', async () => {
  await listen();
  expect(await text(await send(numbered(1_000)))).toBe('');
  expect(calls()).toEqual(['/0']);
});

it('ignores queued requests if the connection was closed or closes after a response', async () => {
  await listen({
    fetch: ({ url }) => {
      asked.set(new URL(url).pathname, Promise.withResolvers());
      return new Response('last', { headers: { Connection: 'close' } });
    },
  });
  expect(statuses(await text(await send(['/0', '/1', '/2'])))).toEqual(['200']);
  expect(calls()).toEqual(['/0']);
});

it('counts the requests in flight of each visitor behind a proxy', async () => {
  await listen({ trustedProxies: 1, limits: { perVisitor: 2 } });
  const from = (address: string) => `X-Forwarded-For: 10.9.9.9, ${address}\r\n`;
  const first = await send(['/0'], from('203.0.113.1'));
  await expect.poll(calls).toEqual(['/0']);
  await send(['/1'], from('203.0.113.1'));
  await expect.poll(calls).toContain('/1');
  const refused = await send(['/2'], from('203.0.113.1'));
  const [head] = await once(refused, 'data');
  expect(String(head)).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 1\r\n/s);
  await send(['/3'], from('203.0.113.2'));
  await expect.poll(calls).toEqual(['/0', '/1', '/3']);
  // Aborted requests no longer count; another visitor can use the proxy's connection.
  first.destroy();
  await expect
    .poll(async () => {
      await send(['/4'], from('203.0.113.1'));
      return calls();
    })
    .toContain('/4');
});
