import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';
import { readJson } from './request-body.ts';
import { serve } from './serve.ts';

const host = '127.0.0.1';

/** Sends a request over a keep-alive connection, like browsers. */
function get(port: number, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get({ host, port, agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      })
      .on('error', reject);
  });
}

it('says which port is taken, and how to choose another', async () => {
  const first = await serve({ fetch: () => new Response(), host, port: 0 });
  const second = serve({ fetch: () => new Response(), host, port: first.port });
  await expect(second).rejects.toThrow(
    `Port ${first.port} is already in use. Stop what uses it, or set PORT`,
  );
  await first.stop(1_000);
});

it('lets a request in flight finish, and accepts no other', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const server = await serve({
    host,
    port: 0,
    fetch: () => {
      arrived.resolve();
      return answer.promise;
    },
  });
  const agent = new http.Agent({ keepAlive: true });
  const inFlight = get(server.port, agent);
  await arrived.promise;
  const stopped = server.stop(5_000);
  await expect(get(server.port, new http.Agent())).rejects.toThrow('ECONNREFUSED');
  answer.resolve(new Response('finished'));
  expect(await inFlight).toBe('finished');
  expect(await stopped).toBe(true);
  agent.destroy();
});

it('aborts requests that do not finish in time', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = await serve({
    host,
    port: 0,
    fetch: () => {
      arrived.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const inFlight = get(server.port, new http.Agent());
  inFlight.catch(() => {});
  await arrived.promise;
  expect(await server.stop(50)).toBe(false);
  await expect(inFlight).rejects.toThrow('socket hang up');
});

it('a stop does not wait for an idle connection', async () => {
  const server = await serve({ host, port: 0, fetch: () => new Response('hello') });
  const agent = new http.Agent({ keepAlive: true });
  expect(await get(server.port, agent)).toBe('hello');
  // Much longer than a test may take.
  expect(await server.stop(3_600_000)).toBe(true);
  agent.destroy();
});

it('leaves a connection usable after rejecting a large body', async () => {
  const app = new Hono<HttpEnv>().post('/', readJson, (c) => c.text('taken'));
  app.onError((error, c) => c.text('refused', error instanceof AppError ? 413 : 500));
  const server = await serve({ fetch: app.fetch, host, port: 0 });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: string) =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const request = http.request(
        { host, port: server.port, agent, method: 'POST', headers },
        (response) => {
          response.resume();
          response.on('end', () =>
            resolve({ status: response.statusCode, isReused: request.reusedSocket }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  expect(await post(JSON.stringify('x'.repeat(400_000)))).toEqual({ status: 413, isReused: false });
  expect(await post('{}')).toEqual({ status: 200, isReused: true });
  agent.destroy();
  await server.stop(1_000);
});

it('reports an aborted chunked body as a client error', async () => {
  const thrown = Promise.withResolvers<Error>();
  const app = new Hono<HttpEnv>().post('/', readJson, (c) => c.text('taken'));
  app.onError((error, c) => {
    thrown.resolve(error);
    return c.text('refused', 400);
  });
  const server = await serve({ fetch: app.fetch, host, port: 0 });
  const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  const request = http.request({ host, port: server.port, method: 'POST', headers });
  request.on('error', () => {});
  request.write('{"name":');
  // The headers and this chunk are sent before the connection is reset.
  request.once('socket', (socket) =>
    socket.once('connect', () => setImmediate(() => socket.destroy())),
  );
  expect(await thrown.promise).toMatchObject({ status: 400, code: 'body-broken-off' });
  await server.stop(1_000);
});

it.each(['first.example\r\nHost: second.example', 'first.example\r\nhost: first.example'])(
  'refuses a request with two hosts (%j)',
  async (hosts) => {
    let served = 0;
    const server = await serve({
      host,
      port: 0,
      fetch: () => {
        served += 1;
        return new Response();
      },
    });
    const socket = net.connect(server.port, host);
    socket.end(`GET / HTTP/1.1\r\nHost: ${hosts}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1[.]1 400 /);
    expect(served).toBe(0);
    await server.stop(1_000);
  },
);
