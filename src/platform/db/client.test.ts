import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { isDatabaseUnreachable } from './circuit.ts';
import { openDatabase, pingDatabase } from './client.ts';

/** A message of the PostgreSQL protocol. */
function toMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const welcome = [toMessage('R', Buffer.alloc(4)), toMessage('Z', Buffer.from('I'))];
const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection', ''];
const farewell = toMessage('E', Buffer.from(fields.map((field) => `${field}\0`).join('')));

it('a connection that breaks before its user listens is an unreachable database', async () => {
  await using server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([...welcome, farewell])));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const connectionString = `postgres://site@127.0.0.1:${port}/site`;
  const { db, close } = openDatabase({ connectionString, log: createLogger('fatal') });
  const error = await pingDatabase(db).catch((reason: unknown) => reason);
  expect(isDatabaseUnreachable(error)).toBe(true);
  await close();
});
