import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#platform/errors/errors.ts';
import { acceptFileForm } from './file-form.ts';
import type { HttpEnv } from './http-env.ts';
import { answerError, toAppError } from './problem.ts';
import { acceptForms } from './request-body.ts';

const maxBytes = 100_000;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sent-files-'));
});
afterEach(async () => {
  // Whatever happened, no file remains.
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
});

type Body = FormData | URLSearchParams | string | ReadableStream<Uint8Array>;

/** Creates a page that answers with what it got. */
function createPage(admit = async () => {}) {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => answerError(c, toAppError(error)));
  app.post('/form', acceptFileForm({ directory, maxBytes, tooLarge: 'Too large.', admit }));
  app.use(acceptForms);
  app.post('/form', async (c) => {
    const file = c.get('file');
    return c.json({
      form: Object.fromEntries(c.get('form') ?? []),
      file:
        file && ('path' in file ? (await readFile(file.path)).length : file.refusal.userMessage),
    });
  });
  return async (body: Body, boundary = 'x') => {
    const isOwnType = typeof body === 'string' || body instanceof ReadableStream;
    // Undici fails if the body of a form is not read to its end.
    const encoded = new Response(isOwnType ? null : body);
    const request = new Request('http://localhost/form', {
      method: 'POST',
      body: isOwnType ? body : await encoded.arrayBuffer(),
      headers: {
        ...Object.fromEntries(encoded.headers),
        ...(isOwnType && { 'Content-Type': `multipart/form-data; boundary=${boundary}` }),
      },
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    const response = await app.request(request);
    return response.status === 200 ? response.json() : response.status;
  };
}

const post = (body: Body, admit?: () => Promise<void>) => createPage(admit)(body);

/** A body that is only produced while it is read, and counts what was. */
function countedBody(chunks: Iterable<string>) {
  const read = { bytes: 0 };
  const source = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = source.next();
        if (done) return controller.close();
        const chunk = new TextEncoder().encode(value);
        read.bytes += chunk.length;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read };
}

const toFilePart = (content: string) =>
  `--x\r\nContent-Disposition: form-data; name="proof"; filename="a.pdf"\r\n\r\n${content}`;

function formWith(bytes: number) {
  const form = new FormData();
  form.set('intent', 'say-paid');
  form.set('proof', new File([new Uint8Array(bytes)], 'a.pdf'));
  return form;
}

it('reads the fields and the file of a form', async () => {
  expect(await post(formWith(1_000))).toEqual({ form: { intent: 'say-paid' }, file: 1_000 });
  expect(await post(new URLSearchParams({ a: 'b' }))).toEqual({ form: { a: 'b' } });
});

it('takes a field without a file as none', async () => {
  const asBrowsersSend = [
    '--x',
    'Content-Disposition: form-data; name="intent"',
    '',
    'say-paid',
    '--x',
    'Content-Disposition: form-data; name="proof"; filename=""',
    'Content-Type: application/octet-stream',
    '',
    '',
    '--x--',
    '',
  ].join('\r\n');
  expect(await post(asBrowsersSend)).toEqual({ form: { intent: 'say-paid' } });
  expect(await post(formWith(0))).toEqual({ form: { intent: 'say-paid' }, file: 0 });
});

it('leaves it to the page to say why a file was not read', async () => {
  expect(await post(formWith(200_000))).toEqual({ form: {}, file: 'Too large.' });
  const admit = async () => {
    throw new AppError(429, 'too-many', 'Wait.');
  };
  expect(await post(formWith(1_000), admit)).toEqual({ form: {}, file: 'Wait.' });
});

it('refuses what is no form', async () => {
  expect(await post('no parts')).toBe(400);
  expect(await post('--x')).toBe(400);
  expect(await post(toFilePart('cut off'))).toBe(400);
  expect(await createPage()('--x--', '')).toBe(400);
  expect(await createPage()('--x--', 'x'.repeat(1_000))).toBe(400);
  const large = formWith(1);
  large.set('words', 'x'.repeat(20_000));
  expect(await post(large)).toEqual({ form: {}, file: 'Too large.' });
});

it('reads nothing before the form is admitted', async () => {
  const { body, read } = countedBody([toFilePart('37.265')]);
  const admit = async () => {
    throw new AppError(409, 'closed', 'Paid already.');
  };
  expect(await post(body, admit)).toEqual({ form: {}, file: 'Paid already.' });
  expect(read.bytes).toBe(0);
});

function* repeat(part: string, times: number, start = '') {
  yield start;
  for (let count = 0; count < times; count += 1) yield part.repeat(50);
  yield '--x--\r\n';
}

const tinyPart = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';

it.each([
  ['190,000 tiny parts', repeat(tinyPart, 3_800), 400],
  ['many parts without a header', repeat('--x\r\n\r\n', 3_800), 400],
  ['many files', repeat(`${toFilePart('')}\r\n`, 3_800), 400],
  ['a header without an end', repeat('a'.repeat(200), 100, '--x\r\nA: '), 413],
  ['text before the first part', repeat('a'.repeat(200), 100), 413],
  ['a field of many bytes', repeat('a'.repeat(200), 100, tinyPart.trimEnd()), 413],
  ['a file that is too large', repeat('a'.repeat(200), 100, toFilePart('')), 413],
])('stops reading a form that has %s', async (_, chunks, status) => {
  const { body, read } = countedBody(chunks);
  const answer = await post(body);
  expect(answer).toEqual(status === 400 ? 400 : { form: {}, file: 'Too large.' });
  expect(read.bytes).toBeLessThan(3 * maxBytes);
});

it('receives a limited number of files at the same time', async () => {
  const send = createPage();
  const { promise: isSent, resolve: goOn } = Promise.withResolvers<void>();
  let opened = 0;
  const slowBody = () =>
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          opened += 1;
          await isSent;
          controller.enqueue(new TextEncoder().encode(`${toFilePart('R450.01')}\r\n--x--\r\n`));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  const first = Array.from({ length: 96 }, () => send(slowBody()));
  const refusal =
    'Many files are being sent right now, so yours was not read. Try again in a minute.';
  expect(await send(slowBody())).toEqual({ form: {}, file: refusal });
  expect(opened).toBe(32);
  goOn();
  expect(await Promise.all(first)).toEqual(Array(96).fill({ form: {}, file: 7 }));
});
