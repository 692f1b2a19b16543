import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { ConnectionLimits } from './limit-connections.ts';
import { type RunningServer, serve } from './serve.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop(0);
});

async function listen(connections: Partial<ConnectionLimits>): Promise<number> {
  const fetch = () => new Response('hello');
  const server = await serve({ fetch, host: '127.0.0.1', port: 0, connections });
  running.push(server);
  return server.port;
}

/** A connection from an address of this machine, and whether it is served. */
async function open(port: number, localAddress: string): Promise<[Socket, boolean]> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const closed = once(socket, 'close').then(() => false);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answered = once(socket, 'data').then(
    () => true,
    () => false,
  );
  return [socket, await Promise.race([answered, closed])];
}

it('closes what one network opens beyond its limit, and serves all others', async () => {
  const port = await listen({ perNetwork: 2 });
  const [first, isFirstServed] = await open(port, '127.0.0.1');
  const [, isSecondServed] = await open(port, '127.0.0.1');
  const [, isThirdServed] = await open(port, '127.0.0.1');
  expect([isFirstServed, isSecondServed, isThirdServed]).toEqual([true, true, false]);
  const [, isNeighbourServed] = await open(port, '127.1.1.1');
  expect(isNeighbourServed).toBe(true);
  // What is given back can be used again.
  first.destroy();
  await expect.poll(async () => (await open(port, '127.0.0.1'))[1]).toBe(true);
});

it('closes what all together open beyond the limit', async () => {
  const port = await listen({ total: 2 });
  const served = [];
  for (const part of [1, 2, 3]) served.push((await open(port, `127.${part}.0.1`))[1]);
  expect(served).toEqual([true, true, false]);
});

it('counts a proxy’s connections in all only', async () => {
  const port = await listen({ total: 300, perNetwork: Number.POSITIVE_INFINITY });
  const served = await Promise.all(Array.from({ length: 280 }, () => open(port, '127.0.0.1')));
  expect(served.filter(([, isServed]) => isServed)).toHaveLength(280);
  for (const [socket] of served) socket.destroy();
});
