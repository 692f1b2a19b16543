export type CaptchaKind = 'turnstile' | 'hcaptcha';

export const captchaField = 'captchaToken';

export interface CaptchaWidget {
  kind: CaptchaKind;
  siteKey: string;
}

/** Where each puzzle's script comes from, and which hosts a page must let it use. */
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

/** A field that people never see and bots fill in. Its name means nothing to a browser's autofill. */
export const honeypotField = 'leave_empty';

/** Whether a parsed body carries anything in the hidden field. */
export function isHoneypotFilled(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, honeypotField))
    return false;
  const value: unknown = Reflect.get(body, honeypotField);
  return value !== '' && value !== null && value !== undefined;
}
