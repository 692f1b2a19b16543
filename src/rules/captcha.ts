export type CaptchaKind = 'turnstile' | 'hcaptcha';

export const captchaField = 'captchaToken';

export interface CaptchaWidget {
  kind: CaptchaKind;
  siteKey: string;
}

/** The script of each captcha, and the hosts that a page must allow for it. */
export const captchaHosts: Record<CaptchaKind, { script: string; hosts: string[] }> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    hosts: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};

/** A field that people never see and bots fill in. Browsers do not autofill its name. */
export const honeypotField = 'leave_empty';

/** Returns whether a parsed body has a value in the hidden field. */
export function isHoneypotFilled(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, honeypotField))
    return false;
  const value: unknown = Reflect.get(body, honeypotField);
  return value !== '' && value !== null && value !== undefined;
}
