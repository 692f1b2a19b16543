import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { methodNotAllowed as refuseMethods } from 'hono/method-not-allowed';
import type { AppError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import type { Metrics } from '#server/metrics/create-metrics.ts';
import type { Version } from '#server/read-version.ts';
import type { ShownFacts } from '#server/services/settings/shown-facts.ts';
import { createApi } from './api.ts';
import { checkUrl, wantsPage } from './check-url.ts';
import type { HttpDeps, HttpEnv } from './env.ts';
import { findIpAddress } from './ip-address.ts';
import type { PagesHandler } from './pages.ts';
import {
  answerError,
  methodNotAllowed,
  metricsTokenMissing,
  notFound,
  toAppError,
} from './problem.ts';
import { findPublicPage, sharedCaching } from './public-pages.ts';
import { acceptForms } from './request-body.ts';
import { nameRequest } from './request-id.ts';
import { logRequests, logThrown } from './request-log.ts';
import { createAccount } from './resources/account.ts';
import { createAccounts, createWellKnown } from './resources/accounts.ts';
import { createCalendarFeed } from './resources/calendar-feed.ts';
import { createContactPhp } from './resources/contact-php.ts';
import { createFeeds } from './resources/feeds.ts';
import { createPictureUrls } from './resources/pictures.ts';
import { createStoredFiles } from './resources/stored-files.ts';
import { createUnsubscribe } from './resources/unsubscribe.ts';
import { refuseForeignWrites } from './same-origin.ts';
import {
  createContentSecurityPolicy,
  type SecurityHeaderOptions,
  securityHeaders,
  setPublicHeaders,
} from './security-headers.ts';
import { staticFiles } from './static-files.ts';

interface AppOptions extends Omit<HttpDeps, 'siteUrl' | 'renderPage'> {
  config: SecurityHeaderOptions & { trustedProxies: number };
  log: Logger;
  version: Version;
  /** Absent where nothing is measured. */
  metrics: Metrics | undefined;
  /** What must hold for the process to do all its work. */
  checkReadiness: () => Promise<Record<string, boolean>>;
  /** Answers everything that is neither a file nor the API. */
  pages: PagesHandler;
  /** Where the browser's files lie; absent in development, where Vite serves them. */
  clientDirectory: string | undefined;
}

const noStore = { 'Cache-Control': 'no-store' };

/** The whole server, in the order in which a request meets it. */
export function createApp({ config, log, pages, version, metrics, ...options }: AppOptions) {
  const deps = {
    ...options,
    siteUrl: config.siteUrl,
    renderPage: (c: Context<HttpEnv>, path: string, facts: ShownFacts) =>
      answerPage(c, new Request(new URL(path, 'http://localhost')), facts),
  };
  const { clientDirectory } = options;
  const app = new Hono<HttpEnv>();

  // What goes wrong anywhere below ends here, and still passes the layers above it on its way out.
  app.onError((thrown, c) => {
    logThrown(c.get('log'), thrown);
    return answer(c, toAppError(thrown));
  });

  // 1. A name for the request, before anything can be said about it. A proxy's own is taken.
  app.use(async (c, next) => {
    c.set('requestId', nameRequest(c.req.header('X-Request-Id')));
    const peer = c.env?.incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    const { trustedProxies } = config;
    c.set('ipAddress', findIpAddress({ peer, forwardedFor, trustedProxies }));
    await next();
    // Not by `c.header`, which makes a second answer of one that stands, here and below.
    c.res.headers.set('X-Request-Id', c.get('requestId'));
  });
  // 2. The log and the figures, outside of everything that can answer.
  app.use(logRequests(log, metrics?.observeRequest));
  // 3. Headers for every answer, errors and files included.
  const policy = createContentSecurityPolicy(config);
  app.use(securityHeaders(config, policy));
  const publicPolicy = createContentSecurityPolicy(config, 'own pages');
  // 4. Before anything looks for what a URL names.
  app.use(checkUrl);
  // 5. Before any code that could change something, but for what other sites may send: mail programs
  //    on the web refuse reminders, by a token and without a cookie.
  app.route('/unsubscribe', createUnsubscribe(deps));
  app.use(refuseForeignWrites(config.siteUrl));
  // 6. The process is alive; it can do all its work, or says what is missing; its figures, for
  //    whoever has their token.
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
  // 7. Uploads, and the versions of pictures. Before the compression: their formats are
  //    compressed already, and parts of files must stay what they are.
  app.route('/storage', createStoredFiles(deps));
  app.route('/images', createPictureUrls(deps));
  // 8. Outside of the files too: for those that were not compressed ahead.
  app.use(compress());
  // 9. Files come before routes: they are most of the requests and need nothing else.
  if (clientDirectory !== undefined) app.use(staticFiles(clientDirectory));
  app.route('/', createFeeds(deps));
  app.route('/calendar', createCalendarFeed(deps));
  app.route('/.well-known', createWellKnown(deps));

  // 10. The API. Each route reads and validates for itself; a path that exists under
  //    another method answers 405, any other 404.
  const refuseOtherMethods = refuseMethods({
    app,
    onMethodNotAllowed: (c, methods) => answer(c, methodNotAllowed(methods)),
  });
  for (const path of ['/api/*', '/contact.php']) {
    app.use(path, refuseOtherMethods, async (c, next) => {
      await next();
      // An answer to one caller at one moment, unless a resource says otherwise.
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

  // 11. Whatever is left is a page, if only the one that says there is none. What is sent to a
  //    page is a form that went without JavaScript, or a page's own action.
  app.use(acceptForms);
  app.all('*', (c) => answerPage(c, c.req.raw));
  return app;

  /** A person who followed a broken link gets a page; a program gets JSON. */
  function answer(c: Context<HttpEnv>, error: AppError): Response | Promise<Response> {
    if (!wantsPage(c) || ![400, 404, 405, 414].includes(error.status)) return answerError(c, error);
    const { method, headers } = c.req.raw;
    const nowhere = new Request('http://localhost/page-not-found', { method, headers });
    return answerPage(c, nowhere).catch(() => answerError(c, error));
  }

  async function answerPage(
    c: Context<HttpEnv>,
    request: Request,
    facts?: ShownFacts,
  ): Promise<Response> {
    let document: Uint8Array<ArrayBuffer> | undefined;
    const isPublic = findPublicPage(pathAndSearch(request)) !== undefined;
    const page = await pages(request, {
      ...{ policy: isPublic ? publicPolicy : policy, facts },
      ipAddress: c.get('ipAddress'),
      form: c.get('form') ?? new URLSearchParams(),
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
    if (!document) return page;
    // The compression would say so too, and make another answer for it, with a copy of the document.
    page.headers.set('Vary', 'Accept-Encoding');
    const { status, headers } = page;
    return new Response(document, { status, headers });
  }
}

const pathAndSearch = ({ url }: Request) => url.slice(new URL(url).origin.length);

/** Whether an answer is the page itself, with all that belongs to it. */
const isWhole = (c: Context<HttpEnv>, { status }: Response) =>
  c.req.method === 'GET' && status === 200 && !c.get('lacksContent');
