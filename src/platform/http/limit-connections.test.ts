import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type RunningServer, type ServeOptions, serve } from './serve.ts';

const running: RunningServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of running.splice(0)) await server.stop(0);
});

/** Larger than the kernel's buffers for an unread response. */
const large = new Uint8Array(32 * 1024 ** 2);

/** How the sending of the large response has ended. */
let sent = Promise.withResolvers<'whole' | 'cut off'>();

const answer: ServeOptions['fetch'] = async ({ url }, { outgoing }) => {
  if (!url.endsWith('/small'))
    outgoing.once('close', () => sent.resolve(outgoing.writableFinished ? 'whole' : 'cut off'));
  if (url.endsWith('/late')) await delay(300);
  return new Response(url.endsWith('/small') ? 'hello' : large);
};

async function listen(options: Partial<ServeOptions>): Promise<number> {
  const server = await serve({ fetch: answer, host: '127.0.0.1', port: 0, ...options });
  running.push(server);
  return server.port;
}

function open(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Returns whether a new connection is served; it stays open. */
async function isServed(port: number, localAddress?: string): Promise<boolean> {
  const socket = open(port, localAddress);
  socket.write(request('/small'));
  const closed = once(socket, 'close').then(() => false);
  const answered = once(socket, 'data').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, closed]);
}

/** Requests a large response and reads none of it. */
function leaveUnread(port: number, { from = '127.0.0.1', path = '/large' } = {}): Socket {
  sent = Promise.withResolvers();
  const socket = open(port, from).pause();
  socket.write(request(path));
  return socket;
}

it('closes a network’s connections beyond its limit, and serves all others', async () => {
  const port = await listen({ limits: { perNetwork: 2 } });
  expect([await isServed(port), await isServed(port), await isServed(port)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await isServed(port, '127.1.1.1')).toBe(true);
  // A closed connection frees its slot.
  sockets[0]?.destroy();
  await expect.poll(() => isServed(port)).toBe(true);
});

it('closes the longest idle connection for a new one', async () => {
  const port = await listen({ limits: { total: 2 } });
  for (const part of [1, 2]) expect(await isServed(port, `127.${part}.0.1`)).toBe(true);
  // The first one sends another request, so the second is idle longer.
  const [first, second] = sockets;
  first?.write(request('/small'));
  if (first) await once(first, 'data');
  expect(await isServed(port, '127.3.0.1')).toBe(true);
  await expect.poll(() => second?.closed).toBe(true);
  expect(first?.closed).toBe(false);
});

it('closes an unread response for a new connection if none is idle', async () => {
  const arrived = Promise.withResolvers<void>();
  const port = await listen({
    limits: { total: 1 },
    fetch: (request, bindings) => {
      arrived.resolve();
      return answer(request, bindings);
    },
  });
  leaveUnread(port, { from: '127.1.0.1' });
  await arrived.promise;
  await expect.poll(() => isServed(port, '127.2.0.1')).toBe(true);
  expect(await sent.promise).toBe('cut off');
});

it('rejects a new connection if all others wait for their response', async () => {
  const arrived = Promise.withResolvers<void>();
  const made = Promise.withResolvers<Response>();
  const fetch = () => {
    arrived.resolve();
    return made.promise;
  };
  const port = await listen({ fetch, limits: { total: 1 } });
  const waiting = open(port, '127.1.0.1');
  waiting.write(request('/small'));
  await arrived.promise;
  expect(await isServed(port, '127.2.0.1')).toBe(false);
  made.resolve(new Response('hello'));
  expect(String((await once(waiting, 'data'))[0])).toContain('200 OK');
});

it.each(['/large', '/late'])('ends an unread response: %s', async (path) => {
  const port = await listen({ limits: { writeTimeout: 100 } });
  leaveUnread(port, { path });
  expect(await sent.promise).toBe('cut off');
});

it('waits for a slow response', async () => {
  const port = await listen({
    fetch: () => delay(500).then(() => new Response('hello')),
    limits: { writeTimeout: 100 },
  });
  expect(await isServed(port)).toBe(true);
});

it('ends a connection whose request does not arrive', async () => {
  const port = await listen({ limits: { headTime: 100 } });
  const [silent, halfway] = [open(port), open(port)];
  halfway.write('GET / HTTP/1.1\r\nHost: loc');
  expect(await Promise.all([text(silent), text(halfway)])).toEqual(
    Array(2).fill(expect.stringContaining('408 Request Timeout')),
  );
});
