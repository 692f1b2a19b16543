const contentTables = ['events', 'courses', 'blog_posts', 'testimonials', 'videos', 'freebies'];

/**
 * The routes that need no session. Every other route is for the admin: guard a new one with
 * `requireAdmin` (src/platform/auth/require-admin.ts) or add it here.
 */
export const publicRoutes: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  // Without METRICS_TOKEN, as here, there are no metrics.
  'GET /metrics',
  'GET /.well-known/jwks.json',
  'GET /feed.xml',
  'GET /site.webmanifest',
  'GET /robots.txt',
  'GET /sitemap.xml',
  // Private links: the token in the path replaces a session.
  'GET /calendar/:file',
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
  'GET /pay/:token/papers/:file',
  'POST /pay/:token',
  'GET /library/files/:token',
  // The link of a library and the cookie of its browser.
  'POST /api/library/progress',
  'GET /community/events/:file',
  'GET /storage/*',
  'GET /images/*',
  'POST /contact.php',
  'POST /api/leads',
  'GET /api/availability',
  'POST /api/bookings',
  'POST /api/visits',
  // Payment providers sign what they say.
  'POST /api/payments/payfast',
  'POST /api/payments/paystack',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/auth/sign-out',
  'GET /api/auth/get-session',
  'GET /api/auth/callback/oidc',
  ...contentTables.flatMap((table) => [`GET /api/${table}`, `GET /api/${table}/:id`]),
]);

/** For a session of any level: a session at `aal1` passes its second factor here. */
export const challengeRoute = 'POST /api/auth/challenge';

/** Routes that accept a session cookie but no API token. */
export const browserRoutes = [
  'POST /api/auth/token',
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'POST /api/account/identities',
];

/** Public content routes with `drafts=true`, which only the admin may use. */
export const draftRoutes = contentTables.flatMap((table) => [
  `GET /api/${table}?drafts=true`,
  `GET /api/${table}/:id?drafts=true`,
]);
