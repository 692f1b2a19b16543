import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBackupDestination } from './destination.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'destination-'));
});
afterEach(() => rm(directory, { recursive: true }));

const toStream = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

async function* breakOff() {
  yield Buffer.from('half');
  throw new Error('The database is gone');
}

it('keeps the previous file when the content breaks off', async () => {
  const destination = openBackupDestination({ directory: path.join(directory, 'new') });
  expect(await destination.write('backup', toStream('earlier'))).toBe(7);
  await expect(destination.write('backup', Readable.from(breakOff()))).rejects.toThrow('is gone');
  expect(await readFile(path.join(directory, 'new/backup'), 'utf8')).toBe('earlier');
  expect(await readdir(path.join(directory, 'new'))).toEqual(['backup']);
});

it.each([
  ['before the first byte', [0], false],
  ['in the middle', [6, 2], false],
  ['after using all the space it may', [8, 4], true],
])('stops before the disk is full: %s', async (_, spare, fits) => {
  const destination = openBackupDestination({ directory }, async () => spare.shift() ?? 0);
  const writing = destination.write('backup', toStream('much', 'more'));
  if (fits) expect(await writing).toBe(8);
  else await expect(writing).rejects.toThrow(`Not enough disk space for a backup in ${directory}.`);
  expect(await readdir(directory)).toEqual(fits ? ['backup'] : []);
});

it('says why a folder cannot be written', async () => {
  await writeFile(path.join(directory, 'file'), '');
  const destination = openBackupDestination({ directory: path.join(directory, 'file/below') });
  await expect(destination.write('backup', toStream(''))).rejects.toThrow(
    /^The folder .*file\/below cannot be written: ENOTDIR.* Choose another folder/,
  );
});

it('says why a bucket cannot be written, and leaves nothing on the disk', async () => {
  const server = createServer((request, response) => {
    const refusal = '<Error><Code>AccessDenied</Code><Message>No entry</Message></Error>';
    request.resume().once('end', () => response.writeHead(403).end(refusal));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destination = openBackupDestination({
    directory,
    objectStorage: {
      endpoint,
      region: 'us-east-1',
      bucket: 'kept',
      forcePathStyle: true,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
  });
  for (const size of [undefined, 4]) {
    await expect(destination.write('backup', toStream('much'), size)).rejects.toThrow(
      'The bucket kept cannot be written: No entry',
    );
  }
  await expect(destination.write('backup', Readable.from(breakOff()))).rejects.toThrow('is gone');
  expect(await readdir(directory)).toEqual([]);
  destination.close();
  server.close();
});
