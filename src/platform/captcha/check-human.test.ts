import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { unlimited } from '#platform/limits/limiter.ts';
import { createCheckHuman, SpentCaptchaError, type VerifyCaptcha } from './captcha.ts';

const log = pino({ enabled: false });
const ipAddress = '192.0.2.7';
const minuteMs = 60_000;

/** No other process has verified anything. */
const marks = { make: async () => true, has: async () => false };

const onlySolved = vi.fn<VerifyCaptcha>(async (token) => {
  if (token !== 'solved') throw invalidBody([{ field: 'captchaToken', message: 'Robot?' }]);
});

it('lets everyone pass without a provider', async () => {
  const checkHuman = createCheckHuman({ verifyCaptcha: undefined, limiter: unlimited, marks, log });
  await expect(checkHuman({ token: undefined, ipAddress })).resolves.toBeUndefined();
});

it('lets only a verified submission pass again', async () => {
  const checkHuman = createCheckHuman({
    verifyCaptcha: onlySolved,
    limiter: unlimited,
    marks,
    log,
  });
  const refused = { status: 422 };
  await expect(
    checkHuman({ token: undefined, submissionId: 'a', ipAddress }),
  ).rejects.toMatchObject(refused);
  await checkHuman({ token: 'solved', submissionId: 'a', ipAddress });
  await checkHuman({ token: undefined, submissionId: 'a', ipAddress });
  for (const submissionId of ['b', undefined]) {
    const other = checkHuman({ token: undefined, submissionId, ipAddress });
    await expect(other).rejects.toMatchObject(refused);
  }
});

it('needs a new token after ten minutes', async () => {
  let time = minuteMs;
  const checkHuman = createCheckHuman({
    verifyCaptcha: onlySolved,
    limiter: unlimited,
    marks,
    log,
    now: () => time,
  });
  await checkHuman({ token: 'solved', submissionId: 'a', ipAddress });
  time = 11 * minuteMs - 1;
  await checkHuman({ token: undefined, submissionId: 'a', ipAddress });
  time = 11 * minuteMs + 1;
  const late = checkHuman({ token: undefined, submissionId: 'a', ipAddress });
  await expect(late).rejects.toMatchObject({ status: 422 });
});

it('lets everyone pass while the provider is unavailable', async () => {
  const unavailable: VerifyCaptcha = async () => {
    throw new AppError(503, 'captcha-unavailable', 'away', { message: 'away' });
  };
  const checkHuman = createCheckHuman({
    verifyCaptcha: unavailable,
    limiter: unlimited,
    marks,
    log,
  });
  await expect(checkHuman({ token: undefined, ipAddress })).resolves.toBeUndefined();
});

describe('with several processes', () => {
  /** A provider that accepts each token once. */
  function createProvider(): VerifyCaptcha {
    let isSpent = false;
    return async (token) => {
      if (token !== 'solved') throw invalidBody([{ field: 'captchaToken', message: 'Robot?' }]);
      if (isSpent) throw new SpentCaptchaError(new AppError(422, 'validation', 'Robot?'));
      isSpent = true;
    };
  }

  it('accepts one token in all of them', async () => {
    const noted = new Set<string>();
    const shared = {
      make: async (name: string) => noted.size < noted.add(name).size,
      has: async (name: string) => noted.has(name),
    };
    const verifyCaptcha = createProvider();
    const start = () => createCheckHuman({ verifyCaptcha, limiter: unlimited, marks: shared, log });
    const sent = { token: 'solved', submissionId: 'a', ipAddress };
    await start()(sent);
    await start()(sent);
    await expect(start()({ ...sent, submissionId: 'b' })).rejects.toMatchObject({ status: 422 });
  });

  it('accepts a used token while the database is unavailable, but not a guess', async () => {
    const fail = async () => {
      throw new Error('The database is unavailable');
    };
    const verifyCaptcha = createProvider();
    const start = () =>
      createCheckHuman({
        verifyCaptcha,
        limiter: unlimited,
        marks: { make: fail, has: fail },
        log,
      });
    const sent = { token: 'solved', submissionId: 'a', ipAddress };
    await start()(sent);
    await start()(sent);
    await expect(start()({ ...sent, token: 'guessed' })).rejects.toMatchObject({ status: 422 });
  });
});
