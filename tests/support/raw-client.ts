import { connect, type Socket } from 'node:net';
import type { HostileRequest } from './hostile-requests.ts';

/** What came back over a connection. */
export interface RawAnswer {
  /** Nothing when the connection was closed without an answer. */
  status: number | undefined;
  /** Of the whole answer, its head included, in bytes. */
  size: number;
  /** Its beginning, as Latin text. */
  beginning: string;
  /** Whether it took longer than it may. */
  isLate: boolean;
}

/** The longest that an answer may take, in milliseconds: signing in takes turns. */
const patience = 20_000;

/** How much of an answer is kept, in characters. */
const kept = 4_000;

/**
 * Sends a request as it is, over a connection of its own: no client of ours corrects it, or
 * refuses to send it. An answer without end is heard to its first event and broken off.
 */
export function sendRaw(port: number, request: HostileRequest, credentials: [string, string][]) {
  const { promise, resolve } = Promise.withResolvers<RawAnswer>();
  const socket = connect(port, '127.0.0.1');
  let beginning = '';
  let size = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, patience);
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (beginning.length < kept) beginning += chunk.toString('latin1');
    if (/^content-type: text\/event-stream/im.test(beginning)) socket.destroy();
  });
  // A server that has heard enough may close before everything is sent.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(timer);
    const final = beginning.replace(/^(?:HTTP\/1\.1 1\d\d .*\r\n\r\n)+/, '');
    const status = /^HTTP\/1\.1 (\d{3})/.exec(final)?.[1];
    resolve({ status: status ? Number(status) : undefined, size, beginning: final, isLate });
  });
  writeRequest(socket, request, credentials);
  return promise;
}

function writeRequest(
  socket: Socket,
  { method, target, headers, body, isChunked }: HostileRequest,
  credentials: [string, string][],
): void {
  const given = [...credentials, ...headers];
  const hasHost = given.some(([name]) => name === 'Host');
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body?.length}`;
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...(hasHost ? [] : ['Host: 127.0.0.1']),
    'Connection: close',
    ...given.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [framing] : []),
    '',
    '',
  ].join('\r\n');
  socket.write(Buffer.from(head, 'utf8'));
  if (!body) return;
  if (isChunked) socket.write(`${body.length.toString(16)}\r\n`);
  if (body.length > 0) socket.write(body);
  if (isChunked) socket.write(body.length > 0 ? '\r\n0\r\n\r\n' : '\r\n');
}
