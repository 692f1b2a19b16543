import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';
import { answerError, toAppError } from './problem.ts';
import { acceptFileForm, acceptForms } from './request-body.ts';

const maxBytes = 100_000;

/** Posts to a page that answers with what it got. */
async function post(body: FormData | URLSearchParams | string, admit = async () => {}) {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => answerError(c, toAppError(error)));
  app.post('/form', acceptFileForm({ maxBytes, tooLarge: 'Too large.', admit }));
  app.use(acceptForms);
  app.post('/form', (c) => {
    const file = c.get('file');
    return c.json({
      form: Object.fromEntries(c.get('form') ?? []),
      file: file && ('content' in file ? file.content.length : file.refusal.userMessage),
    });
  });
  const type = typeof body === 'string' && { 'Content-Type': 'multipart/form-data; boundary=x' };
  const request = new Request('http://localhost/form', {
    method: 'POST',
    body,
    headers: { ...type },
  });
  const response = await app.request(request);
  return response.status === 200 ? response.json() : response.status;
}

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
  const large = formWith(1);
  large.set('words', 'x'.repeat(20_000));
  expect(await post(large)).toEqual({ form: {}, file: 'Too large.' });
});
