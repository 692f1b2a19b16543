import { once } from 'node:events';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBodyKind } from '#server/find-body-kind.ts';
import { limitBodyTime } from './limit-connections.ts';
import { type RunningServer, serve } from './serve.ts';

const host = '127.0.0.1';
let server: RunningServer;
/** How a handler's wait for a body has ended. */
let ending = Promise.withResolvers<'whole' | 'broken off'>();

beforeAll(async () => {
  const app = new Hono()
    .get('*', (c) => c.text('answered'))
    .all('*', async (c) => {
      const body = await c.req.text().catch(() => undefined);
      ending.resolve(body === undefined ? 'broken off' : 'whole');
      return c.text(`${body?.length} bytes`);
    });
  const bodyTimes = { usual: 100, sentFile: 60_000, uploadPart: 60_000 };
  server = await serve({ fetch: app.fetch, host, port: 0, limits: { bodyTimes }, findBodyKind });
});
afterAll(async () => {
  await server.stop(100);
});

async function send(lines: string[], body: string): Promise<Socket> {
  ending = Promise.withResolvers();
  const socket = connect(server.port, host);
  await once(socket, 'connect');
  socket.write([...lines, `Host: ${host}`, '', body].join('\r\n'));
  return socket;
}

it.each([
  ['a body that never arrives', ['POST /contact HTTP/1.1', 'Content-Length: 10'], 'abc'],
  ['a chunk that does not end', ['PUT /x HTTP/1.1', 'Transfer-Encoding: chunked'], '5\r\nab'],
  ['the start of an upload', ['POST /api/uploads HTTP/1.1', 'Content-Length: 10'], 'abc'],
  ['a part of something else', ['PATCH /api/uploadsx/1 HTTP/1.1', 'Content-Length: 10'], 'abc'],
])('ends a connection with %s', async (_, lines, body) => {
  const socket = await send(lines, body);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
  expect(await ending.promise).toBe('broken off');
});

it('ends a connection that keeps sending after its response', async () => {
  const socket = await send(['GET / HTTP/1.1', 'Content-Length: 10'], 'abc');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*answered$/s);
});

it.each([
  ['a part of an upload', ['PATCH /api/uploads/1 HTTP/1.1']],
  ['a file', ['POST /pay/x HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x']],
])('waits longer for %s', async (_, lines) => {
  const part = await send([...lines, 'Content-Length: 4'], 'ab');
  const form = await send(['POST /contact HTTP/1.1', 'Content-Length: 4'], 'ab');
  expect(await text(form)).toContain('408');
  part.end('cd');
  ending = Promise.withResolvers();
  expect(await ending.promise).toBe('whole');
});

it('measures the time of each body separately', async () => {
  const socket = await send(['POST / HTTP/1.1', 'Content-Length: 2'], 'ab');
  expect(String((await once(socket, 'data'))[0])).toContain('2 bytes');
  socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3\r\n\r\nabc`);
  expect(String((await once(socket, 'data'))[0])).toContain('3 bytes');
  socket.destroy();
});

it('an abandoned body does not keep the process alive', () => {
  const countTimers = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = countTimers();
  const idle = new Server();
  limitBodyTime(idle, { usual: 60_000, sentFile: 60_000, uploadPart: 60_000 });
  const incoming = new IncomingMessage(new Socket());
  incoming.headers = { 'content-length': '3' };
  idle.emit('request', incoming, new ServerResponse(incoming));
  expect(countTimers()).toBe(before);
  // With a slow run, the timer would not fire.
  incoming.emit('close');
});
