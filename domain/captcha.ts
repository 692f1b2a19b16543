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
