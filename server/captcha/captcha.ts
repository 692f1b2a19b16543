import { z } from 'zod';
import type { CaptchaKind } from '#domain/captcha.ts';
import type { Config } from '#server/config.ts';
import { AppError, invalidBody } from '#server/errors.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Logger } from '#server/logger.ts';

/** Whether somebody has solved the puzzle. Throws when they have not (422), or when nobody can tell (503). */
export type VerifyCaptcha = (token: string | undefined, ipAddress: string) => Promise<void>;

const verifyUrls: Record<CaptchaKind, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** The longest that a provider is waited for, in milliseconds. */
const timeoutMs = 5_000;

const verdict = z.object({ success: z.boolean() });

/** Asks the provider whether a token is good; each is good once. `verifyUrl` is for tests. */
export function createCaptcha(
  { kind, secretKey, siteKey }: NonNullable<Config['captcha']>,
  { verifyUrl }: { verifyUrl?: string } = {},
): VerifyCaptcha {
  return async (token, ipAddress) => {
    if (!token) throw unsolved();
    const form = { secret: secretKey, response: token, remoteip: ipAddress, sitekey: siteKey };
    const isGood = await ask(verifyUrl ?? verifyUrls[kind], form).catch((cause: unknown) => {
      throw new AppError(
        503,
        'captcha-unavailable',
        'We could not check that you are not a robot. Please try again in a moment.',
        { message: 'The captcha could not be checked', cause },
      );
    });
    if (!isGood) throw unsolved();
  };
}

async function ask(url: string, form: Record<string, string>): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The captcha's provider answered ${response.status}`);
  return verdict.parse(await response.json()).success;
}

const unsolved = () =>
  invalidBody([{ field: 'captchaToken', message: 'Please show that you are not a robot.' }]);

interface Sending {
  token: string | undefined;
  /** Names what is sent, so that sending it again needs no second answer. */
  submissionId?: string | undefined;
  ipAddress: string;
}

/** Whether a person sends a public form. Throws 422 when that is not shown, 429 after many tries. */
export type CheckHuman = (sending: Sending) => Promise<void>;

/** How long a submission that a person has sent may be sent again, in milliseconds. */
const provenForMs = 10 * 60_000;

/** So many are remembered at most; the oldest go first. */
const mostProven = 10_000;

interface CheckHumanOptions {
  /** Nothing without the keys of a provider: then everybody passes. */
  verifyCaptcha: VerifyCaptcha | undefined;
  limiter: Limiter;
  log: Logger;
  now?: () => number;
}

/**
 * Keeps robots from the public forms. An answer is good once and a form makes several calls: what
 * was proven once stays so for a while. A provider that is away stops nobody.
 */
export function createCheckHuman({
  verifyCaptcha,
  limiter,
  log,
  now = Date.now,
}: CheckHumanOptions): CheckHuman {
  if (!verifyCaptcha) return async () => {};
  /** Until when each is proven, the oldest first. */
  const proven = new Map<string, number>();

  function remember(submissionId: string): void {
    proven.set(submissionId, now() + provenForMs);
    for (const [id, until] of proven) {
      if (until > now() && proven.size <= mostProven) break;
      proven.delete(id);
    }
  }

  return async ({ token, submissionId, ipAddress }) => {
    if (submissionId !== undefined && (proven.get(submissionId) ?? 0) > now()) return;
    await limiter.count('check-human', { ipAddress });
    try {
      await verifyCaptcha(token, ipAddress);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'captcha-unavailable')) throw error;
      log.warn({ reason: error }, 'A form was taken without the check for robots');
    }
    if (submissionId !== undefined) remember(submissionId);
  };
}
