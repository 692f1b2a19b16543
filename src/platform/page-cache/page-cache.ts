import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Changes } from '#platform/db/changes.ts';
import { chooseEncoding, type Encoding, hasTag } from '#platform/http/encoding.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { nameRequest } from '#platform/http/request-id.ts';
import type { LogAnswer } from '#platform/http/request-log.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findPublicPage, type PublicPage } from './public-pages.ts';
import { findWaitingPage, streamBehind } from './waiting-page.ts';

/** The maximum size of all cached responses, in bytes. */
const maxBytes = 64 * 1024 ** 2;

/** How long a response is fresh without change notifications, in milliseconds. */
const maxAgeMs = 1_000;

/** The pause after a failed refresh, in milliseconds. */
const pauseMs = 1_000;

/** The tables that public pages show. */
const contentTables = new Set([
  'blog_posts',
  'courses',
  'events',
  'freebies',
  // Which lesson visitors can open, and whether it has a film.
  'lesson_files',
  'lessons',
  // Whether the site sends emails.
  'mail_server',
  // How people can pay.
  'payment_keys',
  'settings_versions',
  'testimonials',
  'videos',
  // Whether a code can be used, which orders use up.
  'orders',
  'vouchers',
]);

/** A response in one encoding, without the request id. */
interface Representation {
  etag: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

interface Answer {
  page: PublicPage;
  status: number;
  representations: Record<Encoding, Representation>;
  /** The id of the request that caused the render, which logs itself. */
  renderedFor: string;
  /** How many changes were announced before the render. */
  version: number;
  /** Instants in milliseconds. */
  renderedAt: number;
  validUntil: number;
  /** When to try again after a failed refresh. */
  retryAt: number;
}

export type Fetch = (
  request: Request,
  bindings?: HttpEnv['Bindings'],
) => Response | Promise<Response>;

interface PageCacheOptions {
  fetch: Fetch;
  changes: Pick<Changes, 'listen' | 'isListening'>;
  log: Logger;
  /** Logs and counts responses from the cache. */
  logAnswer: LogAnswer;
  now: () => Date;
  /** Returns when the public pages change next without an edit. */
  nextTurn: (after: Date) => Date;
}

/**
 * Caches public pages in memory, compressed and with their headers. A content change makes them
 * stale; the next request renders a page once for all concurrent requests. If that fails, they get
 * the previous page. Only responses with status 200 and `s-maxage` are cached.
 */
export function createPageCache(options: PageCacheOptions): Fetch {
  const { fetch, changes, log, logAnswer, now, nextTurn } = options;
  const answers = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ representations: { br, gzip, identity } }) =>
      br.body.length + gzip.body.length + identity.body.length,
  });
  /** The running renders, each with a promise that resolves if its data is late. */
  const rendering = new Map<string, { answer: Promise<Answer>; late: Promise<'late'> }>();
  let version = 0;
  let isSubscribed = false;

  /** Called with the first page, because it opens a database connection. */
  function subscribe(): void {
    if (isSubscribed) return;
    isSubscribed = true;
    changes.listen((change) => {
      if (change === 'resync' || contentTables.has(change.table)) version += 1;
    });
  }

  async function render(page: PublicPage, id: string, bindings: HttpEnv['Bindings']) {
    subscribe();
    const before = version;
    const renderedAt = now();
    // Contains no data of the first visitor, because everyone gets the response.
    const headers = { 'X-Request-Id': id };
    const response = await fetch(new Request(`http://localhost${page.url}`, { headers }), bindings);
    const { status } = response;
    const isKept = status === 200 && response.headers.get('Cache-Control')?.includes('s-maxage');
    const known = answers.get(page.url);
    if (known && !isKept && (status === 200 || status >= 500)) {
      const ageSeconds = Math.round((renderedAt.getTime() - known.renderedAt) / 1_000);
      log.warn({ id, route: page.route, ageSeconds }, 'Serving an older page');
      known.retryAt = now().getTime() + pauseMs;
      return known;
    }
    const answer: Answer = {
      page,
      status,
      renderedFor: id,
      version: before,
      retryAt: 0,
      representations: await represent(response, isKept ? 11 : 4, known?.representations),
      renderedAt: renderedAt.getTime(),
      validUntil: nextTurn(renderedAt).getTime(),
    };
    if (isKept) answers.set(page.url, answer);
    else answers.delete(page.url);
    return answer;
  }

  /** Renders a page once for all requests until the next change. */
  function renderOnce(page: PublicPage, id: string, bindings: HttpEnv['Bindings']) {
    const key = `${version} ${page.url}`;
    const running = rendering.get(key);
    if (running) return running;
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const dataIsLate = () => resolve('late');
    const answer = render(page, id, { ...bindings, dataIsLate });
    const started = { late, answer: answer.finally(() => rendering.delete(key)) };
    rendering.set(key, started);
    return started;
  }

  const isCurrent = (answer: Answer, at: number) =>
    at < answer.retryAt || (answer.version === version && at < answer.validUntil);

  const isOverdue = ({ renderedAt, retryAt }: Answer, at: number) =>
    !changes.isListening() && at >= Math.max(renderedAt + maxAgeMs, retryAt);

  return (request, bindings = {}) => {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return fetch(request, bindings);
    const startedAt = performance.now();
    const page = findPublicPage(request.url.slice(request.url.indexOf('/', 'https://'.length)));
    if (!page) return fetch(request, bindings);

    const id = nameRequest(headers.get('X-Request-Id'));
    const respond = (answer: Answer) => {
      const response = choose(answer, request, id);
      const { status } = response;
      if (answer.renderedFor !== id)
        logAnswer({ id, method, route: page.route, status, startedAt });
      return response;
    };
    const kept = answers.get(page.url);
    const at = now().getTime();
    if (!kept || !isCurrent(kept, at)) {
      const { answer, late } = renderOnce(page, id, bindings);
      const waiting = findWaitingPage(page, request);
      if (!waiting) return answer.then(respond);
      return Promise.race([answer, late]).then(async (first) => {
        if (first !== 'late') return respond(first);
        const skeletons =
          answers.get(waiting.url) ?? (await renderOnce(waiting, id, bindings).answer);
        return respondWaiting(skeletons, answer, id);
      });
    }
    if (isOverdue(kept, at)) {
      // The visitor gets the cached page, so a failure is only logged.
      renderOnce(page, id, bindings).answer.catch((reason: unknown) =>
        log.warn({ id, route: page.route, reason }, 'A page could not be refreshed'),
      );
    }
    return respond(kept);
  };
}

/** Headers that each representation or response sets itself. */
const ownHeaders = new Set(['content-length', 'etag', 'vary', 'x-request-id']);

/** Smaller responses are not compressed, in bytes. */
const minimumSize = 1024;

/**
 * Compresses a response and collects its headers. An unchanged response keeps its representations.
 */
async function represent(
  response: Response,
  quality: number,
  known: Answer['representations'] | undefined,
): Promise<Answer['representations']> {
  const plain = Buffer.from(await response.arrayBuffer());
  const shared = [...response.headers].filter(([name]) => !ownHeaders.has(name));
  const hash = createHash('sha256').update(JSON.stringify(shared)).update(plain);
  const digest = hash.digest('base64url').slice(0, 22);
  if (known?.identity.etag === `"${digest}"`) return known;
  const [br, gzipped] =
    plain.length < minimumSize
      ? [plain, plain]
      : await Promise.all([
          promisify(brotliCompress)(plain, {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality },
          }),
          promisify(gzip)(plain),
        ]);
  const describe = (body: typeof plain, encoding: Encoding): Representation => {
    const isPlain = body === plain;
    // A strong tag identifies bytes, so each encoding has its own.
    const etag = isPlain ? `"${digest}"` : `"${digest}-${encoding}"`;
    return {
      etag,
      body,
      headers: {
        ...Object.fromEntries(shared),
        ...(!isPlain && { 'content-encoding': encoding }),
        etag,
        vary: 'Accept-Encoding',
      },
    };
  };
  return {
    br: describe(br, 'br'),
    gzip: describe(gzipped, 'gzip'),
    identity: describe(plain, 'identity'),
  };
}

/** Returns a response that streams skeletons before the page. It must not be cached. */
function respondWaiting({ representations }: Answer, page: Promise<Answer>, id: string) {
  const { etag: _, ...headers } = representations.identity.headers;
  const whole = page.then((answer) => answer.representations.identity.body);
  return new Response(streamBehind(representations.identity.body, whole), {
    headers: { ...headers, 'cache-control': 'no-store', 'x-request-id': id },
  });
}

/** Returns the response to a request, or 304 if the client has the current version. */
function choose({ status, representations }: Answer, { method, headers }: Request, id: string) {
  const encoding = chooseEncoding(headers.get('Accept-Encoding'));
  const { etag, body, headers: own } = representations[encoding];
  const known = headers.get('If-None-Match');
  if (status === 200 && known && hasTag(known, etag)) {
    return new Response(null, { status: 304, headers: { ...own, 'x-request-id': id } });
  }
  const length = { 'content-length': String(body.length) };
  return new Response(method === 'HEAD' ? null : body, {
    status,
    headers: { ...own, ...length, 'x-request-id': id },
  });
}
