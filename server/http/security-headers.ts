import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { secureHeaders } from 'hono/secure-headers';
import { youTubeFrames } from '#domain/youtube.ts';
import type { HttpEnv } from './env.ts';

export interface SecurityHeaderOptions {
  siteUrl: string;
  /** Vite's client wants a web socket and puts styles into the page. */
  isDevelopment: boolean;
  /** Hosts that a captcha's script, frame and calls come from; none without its keys. */
  captchaHosts?: string[];
  /** Where the form that signs in by another site's account leads on to. */
  providerOrigin?: string | undefined;
}

/** Who may show a page inside a page of theirs. */
type FramedBy = 'nobody' | 'own pages';

/** What says so to browsers: the directive, and the header that older ones know instead. */
const framing = {
  nobody: { ancestors: "'none'", header: 'DENY', shows: [] },
  // Posts play YouTube videos, after a press.
  'own pages': { ancestors: "'self'", header: 'SAMEORIGIN', shows: [youTubeFrames] },
} as const;

/** Returns a policy that allows the inline scripts and styles with these hashes. */
export type ContentSecurityPolicy = (inline?: { scripts: string[]; styles: string[] }) => string;

/**
 * Makes the policy that keeps other people's code away. Scripts and styles come from our own files;
 * what stands inside a document is known by its hash.
 */
export function createContentSecurityPolicy(
  options: SecurityHeaderOptions,
  framedBy: FramedBy = 'nobody',
): ContentSecurityPolicy {
  const { siteUrl, isDevelopment, captchaHosts = [], providerOrigin } = options;
  const isHttps = new URL(siteUrl).protocol === 'https:';
  const own = ["'self'", ...captchaHosts];
  const rest = {
    // Positions that scripts compute (menus, toasts, drags) live in style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': isDevelopment ? ["'self'", 'ws:'] : own,
    'frame-src': [...own, ...framing[framedBy].shows],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': providerOrigin === undefined ? ["'self'"] : ["'self'", providerOrigin],
    'frame-ancestors': [framing[framedBy].ancestors],
    ...(isHttps && { 'upgrade-insecure-requests': [] }),
  };
  return ({ scripts, styles } = { scripts: [], styles: [] }) =>
    Object.entries({
      'default-src': ["'self'"],
      'script-src': [...own, ...scripts],
      'style-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : [...own, ...styles],
      ...rest,
    })
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join('; ');
}

/** The headers that keep other people's code and frames away from every answer. */
export function securityHeaders(
  { siteUrl }: SecurityHeaderOptions,
  policy: ContentSecurityPolicy,
): MiddlewareHandler<HttpEnv> {
  const isHttps = new URL(siteUrl).protocol === 'https:';
  const policyOfAll = policy();
  const addPolicy: MiddlewareHandler<HttpEnv> = async (c, next) => {
    await next();
    // A document has one of its own, and an upload a stricter one.
    if (!c.res.headers.has('Content-Security-Policy')) {
      c.res.headers.set('Content-Security-Policy', policyOfAll);
    }
  };
  const addOthers = secureHeaders({
    // What is stricter by itself, such as an upload, stays so.
    overwrite: false,
    // Promising https for a year is only right where https is what people use.
    strictTransportSecurity: isHttps ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    xFrameOptions: framing.nobody.header,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    permissionsPolicy: {
      camera: false,
      displayCapture: false,
      geolocation: false,
      microphone: false,
      payment: false,
      usb: false,
    },
  });
  return every(addPolicy, addOthers);
}

/**
 * Gives a page that is the same for everybody what only such a page may have. The site's own pages may
 * show it: the admin shows what a setting changes. And a browser may show it in the process that it has:
 * parting it from the window that opened it takes a new one, before the first paint. Pages for one person
 * alone stay parted.
 */
export function setPublicHeaders({ headers }: Response): void {
  headers.set('X-Frame-Options', framing['own pages'].header);
  headers.set('Cross-Origin-Opener-Policy', 'unsafe-none');
}
