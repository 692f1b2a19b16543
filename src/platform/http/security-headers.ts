import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { secureHeaders } from 'hono/secure-headers';
import type { HttpEnv } from './http-env.ts';

export interface SecurityHeaderOptions {
  siteUrl: string;
  /** Vite's client uses a web socket and inline styles. */
  isDevelopment: boolean;
  /** The hosts of the captcha's script, frame and requests. */
  captchaHosts?: string[];
  /** The identity provider, to which the sign-in form redirects. */
  providerOrigin?: string | undefined;
  /** The sites whose frames public pages may contain. */
  frameOrigins?: string[];
  /** Returns where the form of a page that takes payments may lead now. */
  findCheckoutOrigins?: () => string[];
}

/** Who may show a page in a frame: no site, or this site. A payment page also posts its form to the providers. */
type PageKind = 'unframed' | 'own pages' | 'payment';

/** The directive for browsers, and the header for older ones. */
const framing = {
  unframed: { ancestors: "'none'", header: 'DENY' },
  payment: { ancestors: "'none'", header: 'DENY' },
  'own pages': { ancestors: "'self'", header: 'SAMEORIGIN' },
} as const;

/** Returns a policy that allows the inline scripts and styles with these hashes. */
export type ContentSecurityPolicy = (inline?: { scripts: string[]; styles: string[] }) => string;

/** Creates the content security policy: only our own files, and inline code by its hash. */
export function createContentSecurityPolicy(
  options: SecurityHeaderOptions,
  kind: PageKind = 'unframed',
): ContentSecurityPolicy {
  const {
    siteUrl,
    isDevelopment,
    captchaHosts = [],
    providerOrigin,
    frameOrigins = [],
    findCheckoutOrigins = () => [],
  } = options;
  const isHttps = new URL(siteUrl).protocol === 'https:';
  const own = ["'self'", ...captchaHosts];
  const rest = {
    // Scripts position menus, toasts and drags with style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': isDevelopment ? ["'self'", 'ws:'] : own,
    'frame-src': [...own, ...(kind === 'own pages' ? frameOrigins : [])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': [framing[kind].ancestors],
    ...(isHttps && { 'upgrade-insecure-requests': [] }),
  };
  return ({ scripts, styles } = { scripts: [], styles: [] }) =>
    Object.entries({
      'default-src': ["'self'"],
      'script-src': [...own, ...scripts],
      'style-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : [...own, ...styles],
      ...rest,
      'form-action': [
        "'self'",
        ...(providerOrigin === undefined ? [] : [providerOrigin]),
        ...(kind === 'payment' ? findCheckoutOrigins() : []),
      ],
    })
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join('; ');
}

/** Sets the security headers of every response. */
export function securityHeaders(
  { siteUrl }: SecurityHeaderOptions,
  policy: ContentSecurityPolicy,
): MiddlewareHandler<HttpEnv> {
  const isHttps = new URL(siteUrl).protocol === 'https:';
  const policyOfAll = policy();
  const addPolicy: MiddlewareHandler<HttpEnv> = async (c, next) => {
    await next();
    // Documents and uploads set their own policy.
    if (!c.res.headers.has('Content-Security-Policy')) {
      c.res.headers.set('Content-Security-Policy', policyOfAll);
    }
  };
  const addOthers = secureHeaders({
    // Uploads have stricter headers.
    overwrite: false,
    strictTransportSecurity: isHttps ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    xFrameOptions: framing.unframed.header,
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
 * Relaxes the headers of a public page: the admin shows it in a preview, and without an opener
 * policy the browser can reuse its process, so the page renders sooner.
 */
export function setPublicHeaders({ headers }: Response): void {
  headers.set('X-Frame-Options', framing['own pages'].header);
  headers.set('Cross-Origin-Opener-Policy', 'unsafe-none');
}
