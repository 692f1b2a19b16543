import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maxProofBytes, maxProofs } from '#features/payments/rules/proof.ts';
import { sentFilesDirectory } from '#platform/http/file-form.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress, type PlacedOrder, withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import {
  hostileFiles,
  samplePdf,
  samplePicture,
  sampleVideo,
} from '#tests/support/sample-files.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const site = await openTestSite({ now: openingMorning });
const { api, admin, clock } = site;
const { order, see, read, mark } = withOrders(site);

const visitor = { ipAddress: '192.0.2.1' };

async function send({ token }: PlacedOrder, content: Buffer | string = samplePdf()) {
  const path = join(sentFilesDirectory(api.dataDirectory), randomUUID());
  await writeFile(path, content);
  const file = { path, size: Buffer.byteLength(content) };
  await api.services.payments.takeProof({ token, file });
}

/** The paths of all stored files. */
async function listStored(): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of api.storage.list()) paths.push(path);
  return paths;
}

it('a proof is for the mentor only, and changes no state', async () => {
  const placed = await order();
  const before = await see(placed);
  const pdf = samplePdf();
  await send(placed, pdf);
  expect(await see(placed)).toEqual({ ...before, proofs: 1 });

  const { state, proofs } = await read(placed.id);
  expect(state).toBe('awaiting');
  expect(proofs).toMatchObject([{ format: 'PDF', size: pdf.length }]);
  const [proof] = proofs;
  const file = await admin.asMentor('GET', proof?.href ?? '');
  expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(
      new RegExp(`^attachment; filename="${placed.reference}-proof-\\w{4}[.]pdf"$`),
    ),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });

  expect((await admin.asStranger('GET', proof?.href ?? '')).status).toBe(401);
  const other = await order({ source: 'Blueprint Purchase Inquiry' });
  const elsewhere = `/api/orders/${other.id}/proofs/${proof?.id}`;
  expect((await admin.asMentor('GET', elsewhere)).status).toBe(404);
  const [path] = await listStored();
  expect(path).toMatch(/^proofs\//);
  for (const url of [`/storage/testimonials/${path}`, `/images/640/storage/testimonials/${path}`])
    expect((await api.app.request(url)).status, url).toBe(404);
});

it.each(['jpeg', 'png', 'webp'] as const)('a picture is taken (%s)', async (format) => {
  const placed = await order();
  await send(placed, await samplePicture(format));
  expect((await see(placed)).proofs).toBe(1);
});

it('a picture of an iPhone is taken', async () => {
  const placed = await order();
  await send(placed, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
  expect((await read(placed.id)).proofs).toMatchObject([{ format: 'HEIC' }]);
});

it.each([
  ...hostileFiles.map(([content, name]) => [name, content, 415] as const),
  ['a video', sampleVideo(), 415],
  ['an empty file', '', 422],
  ['more than 10 MB', samplePdf(maxProofBytes + 1), 413],
] as const)('%s is no proof', async (_, content, status) => {
  const placed = await order();
  await expect(send(placed, Buffer.from(content))).rejects.toMatchObject({ status });
  expect((await see(placed)).proofs).toBe(0);
  expect(await listStored()).toEqual([]);
});

it('an order takes three files, also when ten arrive at the same time', async () => {
  const placed = await order();
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => send(placed)));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxProofs);
  expect((await read(placed.id)).proofs).toHaveLength(maxProofs);
  expect(await listStored()).toHaveLength(maxProofs);
  const { admitProof } = api.services.payments;
  await expect(admitProof(placed.token, visitor)).rejects.toMatchObject({ status: 409 });
});

it('a file that comes after “I have paid” is mailed to the mentor, once an hour', async () => {
  const placed = await order();
  const takeSubjects = async () => {
    const { all } = await site.takeMails();
    return all.map(({ mail }) => mail.subject);
  };
  await takeSubjects();
  await send(placed);
  expect(await takeSubjects()).toEqual([]);
  await api.services.payments.reportPaid(placed.token, visitor);
  expect(await takeSubjects()).toEqual([`Client says they have paid: ${placed.reference}`]);
  await send(placed);
  await send(placed);
  expect(await takeSubjects()).toEqual([`Another file from a client: ${placed.reference}`]);
});

it('an order that is paid, and a link that is made up, take no file', async () => {
  const placed = await order();
  await mark(placed.id);
  await expect(send(placed)).rejects.toMatchObject({ status: 409 });
  const { admitProof } = api.services.payments;
  await expect(admitProof(placed.token, visitor)).rejects.toMatchObject({ status: 409 });
  const stranger = { ...placed, token: 'A'.repeat(43) };
  await expect(send(stranger)).rejects.toMatchObject({ status: 404 });
  await expect(admitProof(stranger.token, visitor)).rejects.toMatchObject({ status: 404 });
  expect(await listStored()).toEqual([]);
});

it('many files from one network have to wait', async () => {
  const { token } = await order();
  const limited = await site.startAnother({ isLimited: true });
  const { admitProof } = limited.services.payments;
  for (let count = 0; count < 30; count += 1) await admitProof(token, visitor);
  await expect(admitProof(token, visitor)).rejects.toMatchObject({ status: 429 });
});

it('a person’s export lists the files', async () => {
  const placed = await order();
  await send(placed);
  const person = { text: buyerAddress, with: [] };
  const file = await (await admin.asMentor('POST', '/api/people/export', person)).text();
  const [path] = await listStored();
  expect(file).toContain(`<tr><th scope="row">file</th><td>${path}</td></tr>`);
  const [, json = ''] = file.split('<script type="application/json" id="data">');
  const { orders } = JSON.parse(json.split('</script>')[0] ?? '');
  expect(orders).toMatchObject([
    {
      proofs_of_payment: [
        { file: path, bytes: samplePdf().length, received_at: expect.any(String) },
      ],
    },
  ]);
});

it('an erasure deletes the files, of paid orders too', async () => {
  const [paid, unpaid] = [await order(), await order({ source: 'Blueprint Purchase Inquiry' })];
  await send(paid);
  await send(unpaid);
  await mark(paid.id);
  const person = { text: buyerAddress, with: [] };
  const { body: found } = await admin.call('POST', '/api/people/search', person);
  const { stamp } = found;
  expect((await admin.call('POST', '/api/people/erasure', { ...person, stamp })).status).toBe(201);
  expect(await listStored()).toEqual([]);
  expect((await read(paid.id)).proofs).toEqual([]);
});

it('files are deleted 90 days after the order was paid, and kept while it may be', async () => {
  const [paid, unpaid] = [await order(), await order({ source: 'Blueprint Purchase Inquiry' })];
  await send(paid);
  await send(unpaid);
  await mark(paid.id);
  const sweep = async (days: number) => {
    clock.now = new Date(+openingMorning + days * 24 * 3_600_000);
    await api.services.jobHandlers.keepOrders();
  };
  const count = async () => [
    (await read(paid.id)).proofs.length,
    (await read(unpaid.id)).proofs.length,
  ];
  await sweep(89.9);
  expect(await count()).toEqual([1, 1]);
  await sweep(90.1);
  // The unpaid one has expired only after its time to pay.
  expect(await count()).toEqual([0, 1]);
  await sweep(200);
  expect(await count()).toEqual([0, 0]);
});
