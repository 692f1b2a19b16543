import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { methodNotAllowed as refuseMethods } from 'hono/method-not-allowed';
import { createAccount, createAccounts, createWellKnown } from '#features/accounts/server/index.ts';
import {
  createDocumentFiles,
  createPaymentNotifications,
  createProofForms,
} from '#features/billing/server/index.ts';
import { createUnsubscribe } from '#features/booking/server/index.ts';
import { createCalendarFeed } from '#features/calendars/server/index.ts';
import { youTubeFrames } from '#features/content/rules/index.ts';
import { createFeeds } from '#features/content/server/index.ts';
import { createLibraryFiles } from '#features/library/server/index.ts';
import type { PublicSettings } from '#features/settings/server/index.ts';
import { createContactPhp } from '#features/submissions/server/index.ts';
import { createPictureUrls, createStoredFiles } from '#features/uploads/server/index.ts';
import type { Version } from '#platform/config/read-version.ts';
import type { AppError } from '#platform/errors/errors.ts';
import { checkUrl, readsPages, wantsPage } from '#platform/http/check-url.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import {
  answerError,
  methodNotAllowed,
  metricsTokenMissing,
  notFound,
  toAppError,
} from '#platform/http/problem.ts';
import { acceptForms } from '#platform/http/request-body.ts';
import { nameRequest } from '#platform/http/request-id.ts';
import { logRequests, logThrown } from '#platform/http/request-log.ts';
import { foreignOrigin, refuseForeignWrites } from '#platform/http/same-origin.ts';
import {
  createContentSecurityPolicy,
  type SecurityHeaderOptions,
  securityHeaders,
  setPublicHeaders,
} from '#platform/http/security-headers.ts';
import { staticFiles } from '#platform/http/static-files.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findIpAddress } from '#platform/net/ip-address.ts';
import { findPublicPage, sharedCaching } from '#platform/page-cache/public-pages.ts';
import { createApi } from './api.ts';
import type { HttpDeps } from './env.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import type { PagesHandler } from './pages.ts';

interface AppOptions extends Omit<HttpDeps, 'siteUrl' | 'renderPage'> {
  config: SecurityHeaderOptions & { trustedProxies: number; dataDirectory: string };
  log: Logger;
  version: Version;
  /** Undefined without a metrics token. */
  metrics: Metrics | undefined;
  /** The checks of `/readyz`. */
  checkReadiness: () => Promise<Record<string, boolean>>;
  /** Handles everything except files and the API. */
  pages: PagesHandler;
  /** The folder of the browser's files; undefined in development, where Vite serves them. */
  clientDirectory: string | undefined;
}

const noStore = { 'Cache-Control': 'no-store' };

/** Creates the whole server, in the order in which it handles a request. */
export function createApp({ config, log, pages, version, metrics, ...options }: AppOptions) {
  const deps = {
    ...options,
    siteUrl: config.siteUrl,
    renderPage: (c: Context<HttpEnv>, path: string, settings: PublicSettings) =>
      answerPage(c, new Request(new URL(path, 'http://localhost')), settings),
  };
  const { clientDirectory } = options;
  const app = new Hono<HttpEnv>();

  // Handles errors of all layers. The response still passes through the layers above.
  app.onError((thrown, c) => {
    logThrown(c.get('log'), thrown);
    return answer(c, toAppError(thrown));
  });

  // 1. The id of the request, or the one that a proxy has set, and the visitor's IP address.
  app.use(async (c, next) => {
    c.set('requestId', nameRequest(c.req.header('X-Request-Id')));
    const peer = c.env?.incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    const { trustedProxies } = config;
    c.set('ipAddress', findIpAddress({ peer, forwardedFor, trustedProxies }));
    await next();
    // Here and below without `c.header`, which would copy the response.
    c.res.headers.set('X-Request-Id', c.get('requestId'));
  });
  // 2. The log and the metrics, around everything that can respond.
  app.use(logRequests(log, metrics?.observeRequest));
  // 3. Security headers for every response, including errors and files.
  const policy = createContentSecurityPolicy(config);
  app.use(securityHeaders(config, policy));
  const publicPolicy = createContentSecurityPolicy(
    // Posts play YouTube videos, after a press.
    { ...config, frameOrigins: [youTubeFrames] },
    'own pages',
  );
  const payPolicy = createContentSecurityPolicy(config, 'payment');
  // 4. Reject malformed URLs.
  app.use(checkUrl);
  // 5. Reject writes from other sites. Only webmail may unsubscribe, by a token, and payment providers
  //    may notify, by a signature; both without a cookie.
  app.route('/unsubscribe', createUnsubscribe(deps));
  app.route('/api/payments', createPaymentNotifications(deps));
  app.use(refuseForeignWrites(config.siteUrl));
  // 6. Liveness, readiness, and metrics for requests with the token.
  app.get('/healthz', (c) => c.json({ status: 'alive', ...version }, 200, noStore));
  app.get('/readyz', async (c) => {
    const checks = await options.checkReadiness();
    const isReady = Object.values(checks).every(Boolean);
    const status = isReady ? 'ready' : 'not-ready';
    return c.json({ status, checks }, isReady ? 200 : 503, noStore);
  });
  app.get('/metrics', async (c) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    if (!metrics) throw notFound();
    if (token === undefined || !metrics.isToken(token)) throw metricsTokenMissing();
    const headers = { ...noStore, 'Content-Type': metrics.contentType };
    return c.body(await metrics.write(), 200, headers);
  });
  // 7. Stored files and pictures, before the compression: they are already compressed, and ranges
  // must not change.
  app.route('/storage', createStoredFiles(deps));
  app.route('/images', createPictureUrls(deps));
  app.route('/library/files', createLibraryFiles(deps));
  // 8. Compression, also of files without a compressed version.
  app.use(compress());
  // 9. Files before routes, because most requests are for files.
  if (clientDirectory !== undefined) app.use(staticFiles(clientDirectory));
  app.route('/', createFeeds(deps));
  app.route('/calendar', createCalendarFeed(deps));
  app.route('/.well-known', createWellKnown(deps));
  app.route('/pay', createDocumentFiles(deps));

  // 10. The API. A known path with another method responds with 405, an unknown path with 404.
  const refuseOtherMethods = refuseMethods({
    app,
    onMethodNotAllowed: (c, methods) => answer(c, methodNotAllowed(methods)),
  });
  for (const path of ['/api/*', '/contact.php']) {
    app.use(path, refuseOtherMethods, async (c, next) => {
      await next();
      // Responses are not cached unless a resource allows it.
      if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    });
  }
  app.route('/api/auth', createAccounts(deps));
  app.route('/api/account', createAccount(deps));
  app.route('/api', createApi(deps));
  app.route('/', createContactPhp(deps));
  for (const path of ['/api', '/api/*', '/contact.php']) {
    app.all(path, (c) => answer(c, notFound()));
  }

  // 11. Pages, including the one for unknown paths, and forms submitted to them, of which only one
  // has a file.
  app.route('/pay', createProofForms({ ...deps, ...config }));
  app.use(acceptForms);
  app.all('*', (c) => answerPage(c, c.req.raw));
  return app;

  /** Responds to a person with a page, and to a program with JSON. */
  function answer(c: Context<HttpEnv>, error: AppError): Response | Promise<Response> {
    if (error.code === foreignOrigin && readsPages(c)) {
      const at = encodeURIComponent(isApi(c.req.path) ? '/contact' : c.req.path);
      const page = new Request(`http://localhost/form-refused?at=${at}`);
      return answerPage(c, page).catch(() => answerError(c, error));
    }
    if (!wantsPage(c) || ![400, 404, 405, 414].includes(error.status)) return answerError(c, error);
    const { method, headers } = c.req.raw;
    const nowhere = new Request('http://localhost/page-not-found', { method, headers });
    return answerPage(c, nowhere).catch(() => answerError(c, error));
  }

  async function answerPage(
    c: Context<HttpEnv>,
    request: Request,
    settings?: PublicSettings,
  ): Promise<Response> {
    let document: Uint8Array<ArrayBuffer> | undefined;
    const isPublic = findPublicPage(pathAndSearch(request)) !== undefined;
    const page = await pages(request, {
      policy: isPublic ? publicPolicy : isPayPage(request) ? payPolicy : policy,
      settings,
      ipAddress: c.get('ipAddress'),
      form: c.get('form') ?? new URLSearchParams(),
      file: c.get('file'),
      report: {
        nameRoute: (pattern) => c.set('route', pattern),
        logThrown: (thrown) => logThrown(c.get('log'), thrown),
        dataIsLate: c.env?.dataIsLate,
        lacksContent: () => c.set('lacksContent', true),
        takeDocument: (html) => {
          document = html;
        },
      },
    });
    if (isPublic) setPublicHeaders(page);
    if (!page.headers.has('Cache-Control')) {
      const isKept = isPublic && isWhole(c, page);
      page.headers.set('Cache-Control', isKept ? sharedCaching : 'no-store');
    }
    // A page can set no header for the error page that replaces it.
    if (page.status === 503 && !page.headers.has('Retry-After'))
      page.headers.set('Retry-After', '5');
    if (!document) return page;
    // Otherwise the compression would add it by copying the document.
    page.headers.set('Vary', 'Accept-Encoding');
    const { status, headers } = page;
    return new Response(document, { status, headers });
  }
}

const isApi = (path: string) => path.startsWith('/api/') || path === '/contact.php';

const pathAndSearch = ({ url }: Request) => url.slice(new URL(url).origin.length);

/** Whether a page is one where something is paid. */
const isPayPage = (request: Request) => pathAndSearch(request).startsWith('/pay/');

/** Whether an answer is the complete page. */
const isWhole = (c: Context<HttpEnv>, { status }: Response) =>
  c.req.method === 'GET' && status === 200 && !c.get('lacksContent');
