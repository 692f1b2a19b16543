import { z } from 'zod';
import type { CaptchaKind } from '#domain/captcha.ts';
import type { Config } from '#server/config.ts';
import { AppError, invalidBody } from '#server/errors.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Marks } from '#server/limits/marks.ts';
import type { Logger } from '#server/logger.ts';

/** Whether somebody has solved the puzzle. Throws when they have not (422), or when nobody can tell (503). */
export type VerifyCaptcha = (token: string | undefined, ipAddress: string) => Promise<void>;

const verifyUrls: Record<CaptchaKind, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** The longest that a provider is waited for, in milliseconds. */
const timeoutMs = 5_000;

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/** What providers say of an answer that was good before: Turnstile, hCaptcha. */
const spentCodes = ['timeout-or-duplicate', 'already-seen-response'];

/** Asks the provider whether a token is good; each is good once. `verifyUrl` is for tests. */
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
  if (!response.ok) throw new Error(`The captcha's provider answered ${response.status}`);
  return verdict.parse(await response.json());
}

const unsolved = () =>
  invalidBody([{ field: 'captchaToken', message: 'Complete the robot check.' }]);

/** The same for whoever asks; but this answer was a good one once. */
const spent = () => new SpentCaptchaError(unsolved());

export class SpentCaptchaError extends AppError {
  constructor({ status, code, userMessage, message, fieldErrors }: AppError) {
    super(status, code, userMessage, { message, fieldErrors });
  }
}

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
  /** What was proven to any process. */
  marks: Marks;
  log: Logger;
  now?: () => number;
}

/**
 * Keeps robots from the public forms. An answer is good once and a form makes several calls: what
 * was proven once stays so for a while, in every process. A provider that is away stops nobody, nor
 * does a database that is away and cannot say what another process has seen.
 */
export function createCheckHuman({
  verifyCaptcha,
  limiter,
  marks,
  log,
  now = Date.now,
}: CheckHumanOptions): CheckHuman {
  if (!verifyCaptcha) return async () => {};
  /** Until when each is proven, the oldest first. */
  const proven = new Map<string, number>();

  async function remember(submissionId: string): Promise<void> {
    proven.set(submissionId, now() + provenForMs);
    for (const [id, until] of proven) {
      if (until > now() && proven.size <= mostProven) break;
      proven.delete(id);
    }
    await marks.make(submissionId, provenForMs / 1_000).catch((reason: unknown) => {
      log.warn({ reason }, 'No other process knows of an answer to the check for robots');
    });
  }

  async function isProven(submissionId: string): Promise<boolean | 'unknown'> {
    if ((proven.get(submissionId) ?? 0) > now()) return true;
    return marks.has(submissionId).catch(() => 'unknown' as const);
  }

  return async ({ token, submissionId, ipAddress }) => {
    const known = submissionId !== undefined && (await isProven(submissionId));
    if (known === true) return;
    await limiter.count('check-human', { ipAddress });
    try {
      await verifyCaptcha(token, ipAddress);
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'captcha-unavailable';
      if (!isAway && !(known === 'unknown' && error instanceof SpentCaptchaError)) throw error;
      log.warn({ reason: error }, 'A form was taken without the check for robots');
    }
    if (submissionId !== undefined) await remember(submissionId);
  };
}
