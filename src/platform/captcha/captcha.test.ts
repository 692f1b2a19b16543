import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaptcha, SpentCaptchaError } from './captcha.ts';

const config = { kind: 'turnstile', siteKey: 'site', secretKey: 'secret' } as const;

/** A provider that accepts each token once. */
let provider: Server;
let verifyUrl: string;
let asked: Record<string, string>[];
let answer: { status: number; body?: string };

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const isUsed = asked.some(({ response: token }) => token === form.response);
    asked.push(form);
    const isGood = form.secret === 'secret' && form.response === 'solved' && !isUsed;
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(
      answer.body ??
        JSON.stringify({ success: isGood, 'error-codes': isUsed ? ['timeout-or-duplicate'] : [] }),
    );
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`;
});
afterAll(() => provider.close());
beforeEach(() => {
  asked = [];
  answer = { status: 200 };
});

const verify = (token: string | undefined) =>
  createCaptcha(config, { verifyUrl })(token, '192.0.2.7');

const unsolved = {
  status: 422,
  fieldErrors: [{ field: 'captchaToken', message: expect.stringContaining('robot') }],
};

describe('with keys', () => {
  it('accepts a token that the provider has not seen before', async () => {
    await expect(verify('solved')).resolves.toBeUndefined();
    expect(asked).toEqual([
      { secret: 'secret', sitekey: 'site', response: 'solved', remoteip: '192.0.2.7' },
    ]);
    const again = verify('solved');
    await expect(again).rejects.toMatchObject(unsolved);
    await expect(again).rejects.toBeInstanceOf(SpentCaptchaError);
  });

  it.each(['guessed', '', undefined])('a captcha check with keys refuses %j', async (token) => {
    const refused = verify(token);
    await expect(refused).rejects.toMatchObject(unsolved);
    await expect(refused).rejects.not.toBeInstanceOf(SpentCaptchaError);
  });

  it.each([
    { status: 500 },
    { status: 200, body: 'no JSON' },
    { status: 200, body: '{"success":"yes"}' },
    { status: 302 },
  ])('reports that it cannot verify when the provider answers %j', async (given) => {
    answer = given;
    await expect(verify('solved')).rejects.toMatchObject({
      status: 503,
      code: 'captcha-unavailable',
    });
  });
});
