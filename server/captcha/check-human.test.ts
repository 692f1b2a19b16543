import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { AppError, invalidBody } from '#server/errors.ts';
import { unlimited } from '#server/limits/limiter.ts';
import { createCheckHuman, SpentCaptchaError, type VerifyCaptcha } from './captcha.ts';

const log = pino({ enabled: false });
const ipAddress = '192.0.2.7';
const minuteMs = 60_000;

/** What another process would know; here none has seen anything. */
const marks = { make: async () => true, has: async () => false };

const onlySolved = vi.fn<VerifyCaptcha>(async (token) => {
  if (token !== 'solved') throw invalidBody([{ field: 'captchaToken', message: 'Robot?' }]);
});

it('asks nobody for anything without a provider', async () => {
  const checkHuman = createCheckHuman({ verifyCaptcha: undefined, limiter: unlimited, marks, log });
  await expect(checkHuman({ token: undefined, ipAddress })).resolves.toBeUndefined();
});

it('lets a submission through again without another answer, and no other one', async () => {
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

it('wants a new answer after ten minutes', async () => {
  let time = 0;
  const checkHuman = createCheckHuman({
    verifyCaptcha: onlySolved,
    limiter: unlimited,
    ...{ marks, log },
    now: () => time,
  });
  await checkHuman({ token: 'solved', submissionId: 'a', ipAddress });
  time = 10 * minuteMs - 1;
  await checkHuman({ token: undefined, submissionId: 'a', ipAddress });
  time = 10 * minuteMs;
  const late = checkHuman({ token: undefined, submissionId: 'a', ipAddress });
  await expect(late).rejects.toMatchObject({ status: 422 });
});

it('remembers the newest ten thousand', async () => {
  const checkHuman = createCheckHuman({
    verifyCaptcha: onlySolved,
    limiter: unlimited,
    ...{ marks, log },
    now: () => 0,
  });
  for (let index = 0; index <= 10_000; index += 1) {
    await checkHuman({ token: 'solved', submissionId: String(index), ipAddress });
  }
  await checkHuman({ token: undefined, submissionId: '1', ipAddress });
  const oldest = checkHuman({ token: undefined, submissionId: '0', ipAddress });
  await expect(oldest).rejects.toMatchObject({ status: 422 });
});

it('stops nobody while the provider is away', async () => {
  const away: VerifyCaptcha = async () => {
    throw new AppError(503, 'captcha-unavailable', 'away', { message: 'away' });
  };
  const checkHuman = createCheckHuman({ verifyCaptcha: away, limiter: unlimited, marks, log });
  await expect(checkHuman({ token: undefined, ipAddress })).resolves.toBeUndefined();
});

describe('with several processes', () => {
  /** A token that is good once, as at every provider. */
  function createProvider(): VerifyCaptcha {
    let isSpent = false;
    return async (token) => {
      if (token !== 'solved') throw invalidBody([{ field: 'captchaToken', message: 'Robot?' }]);
      if (isSpent) throw new SpentCaptchaError(new AppError(422, 'validation', 'Robot?'));
      isSpent = true;
    };
  }

  it('one answer is enough, whichever gets the next call', async () => {
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

  it('an answer that was good is believed while nobody can say for what, and a guess is not', async () => {
    const away = async () => {
      throw new Error('The database is away');
    };
    const verifyCaptcha = createProvider();
    const start = () =>
      createCheckHuman({
        verifyCaptcha,
        limiter: unlimited,
        marks: { make: away, has: away },
        log,
      });
    const sent = { token: 'solved', submissionId: 'a', ipAddress };
    await start()(sent);
    await start()(sent);
    await expect(start()({ ...sent, token: 'guessed' })).rejects.toMatchObject({ status: 422 });
  });
});
