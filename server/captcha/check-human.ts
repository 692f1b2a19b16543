import { AppError, describeError } from '#server/errors.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Logger } from '#server/logger.ts';
import type { VerifyCaptcha } from './captcha.ts';

interface Sending {
  /** A puzzle's answer. */
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
 * Keeps robots from the public forms. An answer is good once, but a form makes two calls, and
 * more when it is tried again: a submission that was proven once stays so for a while, in this
 * process. A provider that cannot be asked stops nobody: a visitor's words weigh more than a
 * robot's, whom the rate limits still slow.
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
      log.warn({ reason: describeError(error) }, 'A form was taken without the check for robots');
    }
    if (submissionId !== undefined) remember(submissionId);
  };
}
