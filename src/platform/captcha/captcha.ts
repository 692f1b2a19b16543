import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Config } from '#platform/config/config.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import type { Limiter } from '#platform/limits/limiter.ts';
import type { Marks } from '#platform/limits/marks.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { CaptchaKind } from '#rules/captcha.ts';

/**
 * Checks whether the captcha is solved. Throws 422 if it is not, and 503 if the provider does not
 * answer.
 */
export type VerifyCaptcha = (token: string | undefined, ipAddress: string) => Promise<void>;

const verifyUrls: Record<CaptchaKind, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** The timeout for the provider, in milliseconds. */
const timeoutMs = 5_000;

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/** The error codes for a token that was used before: Turnstile, hCaptcha. */
const spentCodes = ['timeout-or-duplicate', 'already-seen-response'];

/** Asks the provider whether a token is valid; each is valid once. `verifyUrl` is for tests. */
export function createCaptcha(
  { kind, secretKey, siteKey }: NonNullable<Config['captcha']>,
  { verifyUrl }: { verifyUrl?: string } = {},
): VerifyCaptcha {
  return async (token, ipAddress) => {
    if (!token) throw unsolved();
    const form = { secret: secretKey, response: token, remoteip: ipAddress, sitekey: siteKey };
    const found = await ask(verifyUrl ?? verifyUrls[kind], form).catch((cause: unknown) => {
      throw new AppError(
        503,
        'captcha-unavailable',
        'The robot check failed. Try again in a moment.',
        { message: 'The captcha could not be checked', cause },
      );
    });
    if (found.success) return;
    throw found['error-codes'].some((code) => spentCodes.includes(code)) ? spent() : unsolved();
  };
}

async function ask(url: string, form: Record<string, string>): Promise<z.output<typeof verdict>> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The captcha’s provider answered ${response.status}`);
  return verdict.parse(await response.json());
}

const unsolved = () =>
  invalidBody([{ field: 'captchaToken', message: 'Complete the robot check.' }]);

/** The same response, for a token that was valid before. */
const spent = () => new SpentCaptchaError(unsolved());

export class SpentCaptchaError extends AppError {
  constructor({ status, code, userMessage, message, fieldErrors }: AppError) {
    super(status, code, userMessage, { message, fieldErrors });
  }
}

interface Sending {
  token: string | undefined;
  /** Identifies the submission, so that a repeat needs no second captcha. */
  submissionId?: string | undefined;
  ipAddress: string;
}

/** Checks that a person sends a public form. Throws 422 if not, and 429 after many attempts. */
export type CheckHuman = (sending: Sending) => Promise<void>;

/** How long a verified submission may be sent again, in milliseconds. */
const provenForMs = 10 * 60_000;

/** How many verified submissions a process remembers. */
const maxProven = 10_000;

interface CheckHumanOptions {
  /** Undefined without a provider: then everyone passes. */
  verifyCaptcha: VerifyCaptcha | undefined;
  limiter: Limiter;
  /** The submissions that any process has verified. */
  marks: Marks;
  log: Logger;
  now?: () => number;
}

/**
 * Keeps robots from the public forms. A token is valid once, but a form makes several requests, so
 * every process accepts a verified submission for a while. If the provider is unavailable, everyone
 * passes; if the database is, a token that was valid before passes.
 */
export function createCheckHuman({
  verifyCaptcha,
  limiter,
  marks,
  log,
  now = Date.now,
}: CheckHumanOptions): CheckHuman {
  if (!verifyCaptcha) return async () => {};
  const proven = new LRUCache<string, true>({
    max: maxProven,
    ttl: provenForMs,
    ttlResolution: 0,
    perf: { now },
  });

  async function isProven(submissionId: string): Promise<boolean | 'unknown'> {
    return proven.get(submissionId) ?? marks.has(submissionId).catch(() => 'unknown' as const);
  }

  return async ({ token, submissionId, ipAddress }) => {
    const known = submissionId !== undefined && (await isProven(submissionId));
    if (known === true) return;
    await limiter.count('check-human', { ipAddress });
    try {
      await verifyCaptcha(token, ipAddress);
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.code === 'captcha-unavailable';
      const wasValid = known === 'unknown' && error instanceof SpentCaptchaError;
      if (!isUnavailable && !wasValid) throw error;
      log.warn({ reason: error }, 'A form was accepted without the captcha check');
    }
    if (submissionId === undefined) return;
    proven.set(submissionId, true);
    await marks.make(submissionId, provenForMs / 1_000).catch((reason: unknown) => {
      log.warn({ reason }, 'Other processes were not told about a verified captcha');
    });
  };
}
