import { z } from 'zod';
import type { CaptchaKind } from '#domain/captcha.ts';
import { AppError, invalidBody } from '#server/errors.ts';

/** The keys of a puzzle's provider. */
export interface CaptchaConfig {
  kind: CaptchaKind;
  siteKey: string;
  secretKey: string;
}

/** Whether somebody has solved the puzzle. Throws when they have not (422), or when nobody can tell (503). */
export type VerifyCaptcha = (token: string | undefined, ipAddress: string) => Promise<void>;

/** Where each provider is asked. */
const verifyUrls: Record<CaptchaKind, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** The longest that a provider is waited for, in milliseconds. */
const timeoutMs = 5_000;

const verdict = z.object({ success: z.boolean() });

/**
 * Asks the provider whether a token is good; each is good once. `verifyUrl` is for tests.
 */
export function createCaptcha(
  { kind, secretKey, siteKey }: CaptchaConfig,
  { verifyUrl }: { verifyUrl?: string } = {},
): VerifyCaptcha {
  return async (token, ipAddress) => {
    if (!token) throw unsolved();
    const form = { secret: secretKey, response: token, remoteip: ipAddress, sitekey: siteKey };
    const isGood = await ask(verifyUrl ?? verifyUrls[kind], form).catch((cause: unknown) => {
      throw unknown(cause);
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

const unknown = (cause: unknown) =>
  new AppError(
    503,
    'captcha-unavailable',
    'We could not check that you are not a robot. Please try again in a moment.',
    { message: 'The captcha could not be checked', cause },
  );
