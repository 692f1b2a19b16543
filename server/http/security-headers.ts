import { createHash } from 'node:crypto';
import { NONCE, secureHeaders } from 'hono/secure-headers';

export interface SecurityHeaderOptions {
  siteUrl: string;
  /** Vite's client wants a web socket and puts styles into the page. */
  isDevelopment: boolean;
  /** The style sheet that stands in every document; absent in development, where Vite serves it. */
  styleSheet?: string | undefined;
  /** Hosts that a captcha's script, frame and calls come from; none without its keys. */
  captchaHosts?: string[];
  /** Where the form that signs in by another site's account leads on to. */
  providerOrigin?: string | undefined;
}

/**
 * The headers that keep other people's code and frames away. Scripts run from our own files or with
 * this answer's nonce, never inline; the style sheet inside the document is known by its hash.
 */
export function securityHeaders({ siteUrl, isDevelopment, ...options }: SecurityHeaderOptions) {
  const { styleSheet, captchaHosts = [], providerOrigin } = options;
  const isHttps = new URL(siteUrl).protocol === 'https:';
  return secureHeaders({
    // What is stricter by itself, such as an upload, stays so.
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", NONCE, ...captchaHosts],
      styleSrc: isDevelopment
        ? ["'self'", "'unsafe-inline'"]
        : [
            "'self'",
            ...(styleSheet === undefined ? [] : [hashSource(styleSheet)]),
            ...captchaHosts,
          ],
      // Positions that scripts compute (menus, toasts, drags) live in style attributes.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: isDevelopment ? ["'self'", 'ws:'] : ["'self'", ...captchaHosts],
      ...(captchaHosts.length > 0 && { frameSrc: captchaHosts }),
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: providerOrigin === undefined ? ["'self'"] : ["'self'", providerOrigin],
      frameAncestors: ["'none'"],
      ...(isHttps && { upgradeInsecureRequests: [] }),
    },
    // Promising https for a year is only right where https is what people use.
    strictTransportSecurity: isHttps ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    permissionsPolicy: {
      accelerometer: false,
      camera: false,
      displayCapture: false,
      geolocation: false,
      gyroscope: false,
      magnetometer: false,
      microphone: false,
      payment: false,
      usb: false,
    },
  });
}

/** What a policy calls an inline element with this content. */
const hashSource = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
