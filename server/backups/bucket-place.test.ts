import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBucketPlace } from './bucket-place.ts';
import type { BackupPlace } from './place.ts';

const name = 'site-2026-11-23T00-11-02Z.tar.zst';
const megabyte = 1024 ** 2;

/** The requests that the bucket got (method, path and query), and its answers. */
let asked: string[];
let answers: [begins: string, status: number, body?: string][];
let server: Server;
let place: BackupPlace;

beforeEach(async () => {
  asked = [];
  answers = [
    [
      'POST',
      200,
      '<InitiateMultipartUploadResult><UploadId>7</UploadId></InitiateMultipartUploadResult>',
    ],
    ['DELETE', 204],
  ];
  server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    asked.push(`${method} ${url.replace(/[?&]x-id=\w+/, '')}`);
    request.resume().once('end', () => {
      const [, status = 404, body = ''] =
        answers.find(([begins]) => `${method} ${url}`.startsWith(begins)) ?? [];
      response.writeHead(status, { ETag: '"1"' }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  place = openBucketPlace({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ region: 'us-east-1', bucket: 'backups', accessKeyId: 'a', secretAccessKey: 'b' },
    forcePathStyle: true,
  });
});
afterEach(async () => {
  place.close();
  await new Promise((done) => server.close(done));
});

it('removes half a backup before it fails', async () => {
  answers.push(['PUT', 200]);
  async function* breakOff() {
    for (let part = 0; part < 20; part += 1) yield Buffer.alloc(megabyte);
    throw new Error('The database is gone');
  }
  await expect(place.write(name, Readable.from(breakOff()))).rejects.toThrow(
    'The database is gone',
  );
  expect(asked.at(-1)).toMatch(`DELETE /backups/${name}?uploadId=7`);
});

it('stops with the words of a bucket that refuses', async () => {
  answers.push(['PUT', 403, '<Error><Code>AccessDenied</Code><Message>No entry</Message></Error>']);
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield Buffer.alloc(megabyte);
    }
  }
  await expect(place.write(name, Readable.from(endless()))).rejects.toThrow(
    'The bucket backups cannot be written: No entry',
  );
  expect(read).toBeLessThan(100);
});

it('removes what a killed backup left, and nothing else', async () => {
  const upload = (key: string, id: string) =>
    `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`;
  answers.push([
    'GET /backups',
    200,
    `<ListMultipartUploadsResult>${upload(name, '8')}${upload('site-plan.pdf', '9')}</ListMultipartUploadsResult>`,
  ]);
  await place.removeUnfinished();
  expect(asked.filter((line) => line.startsWith('DELETE'))).toEqual([
    `DELETE /backups/${name}?uploadId=8`,
  ]);
});
