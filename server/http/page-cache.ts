import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/db/changes.ts';
import type { Logger } from '#server/logger.ts';
import { chooseEncoding, type Encoding, hasTag } from './encoding.ts';
import type { HttpEnv } from './env.ts';
import { findPublicPage, type PublicPage } from './public-pages.ts';
import { nameRequest } from './request-id.ts';
import type { LogAnswer } from './request-log.ts';
import { findWaitingPage, streamBehind } from './waiting-page.ts';

/** All kept answers together, in bytes. */
const maxBytes = 64 * 1024 ** 2;

/** While nothing is heard of changes, an answer is rendered anew after this time, in milliseconds. */
const unheardMs = 1_000;

/** After an answer that could not be renewed, the next try is made after this time, in milliseconds. */
const pauseMs = 1_000;

/** What the public sees is in these tables; others change with every visitor. */
const contentTables = new Set([
  'blog_posts',
  'courses',
  'events',
  'freebies',
  'settings_versions',
  'testimonials',
  'videos',
]);

/** An answer in one encoding, without the id of its request. */
interface Representation {
  etag: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

interface Answer {
  page: PublicPage;
  status: number;
  representations: Record<Encoding, Representation>;
  /** The id of the request that it was rendered for, whose line is in the log already. */
  renderedFor: string;
  /** How many changes had been heard of before it was rendered. */
  version: number;
  /** Instants in milliseconds. */
  renderedAt: number;
  validUntil: number;
  /** When it is tried again to renew it, after that has failed. */
  retryAt: number;
}

export type Fetch = (
  request: Request,
  bindings?: HttpEnv['Bindings'],
) => Response | Promise<Response>;

interface PageCacheOptions {
  /** Renders what is not kept. */
  fetch: Fetch;
  changes: Pick<Changes, 'listen' | 'isListening'>;
  log: Logger;
  /** Logs and counts what is given out of memory. */
  logAnswer: LogAnswer;
  now: () => Date;
  /** When the public pages look different next, though nobody changes anything. */
  nextTurn: (after: Date) => Date;
}

/**
 * Keeps what everybody gets alike in memory, compressed and with its headers, before all else that
 * a request meets. A change of the content or of the time makes it render a page anew, once
 * for all who wait; while that fails, they get the one they had. What is kept, the answer says
 * itself: with 200 and a `Cache-Control` for shared caches.
 */
export function createPageCache(options: PageCacheOptions): Fetch {
  const { fetch, changes, log, logAnswer, now, nextTurn } = options;
  const answers = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ representations: { br, gzip, identity } }) =>
      br.body.length + gzip.body.length + identity.body.length,
  });
  /** Each with what tells that its data is late. */
  const rendering = new Map<string, { answer: Promise<Answer>; late: Promise<'late'> }>();
  let version = 0;
  let isHearing = false;

  /** Not before there is something to keep: it opens a connection to the database. */
  function hearOfChanges(): void {
    if (isHearing) return;
    isHearing = true;
    changes.listen((change) => {
      if (change === 'resync' || contentTables.has(change.table)) version += 1;
    });
  }

  async function render(page: PublicPage, id: string, bindings: HttpEnv['Bindings']) {
    hearOfChanges();
    const before = version;
    const renderedAt = now();
    // Nothing of who happens to ask first: the answer is everybody's.
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
      ...{ page, status, renderedFor: id, version: before, retryAt: 0 },
      representations: await represent(response, isKept ? 11 : 4, known?.representations),
      renderedAt: renderedAt.getTime(),
      validUntil: nextTurn(renderedAt).getTime(),
    };
    if (isKept) answers.set(page.url, answer);
    else answers.delete(page.url);
    return answer;
  }

  /** Renders a page for all who ask for it meanwhile, unless something has changed since it began. */
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

  const isUnheard = ({ renderedAt, retryAt }: Answer, at: number) =>
    !changes.isListening() && at >= Math.max(renderedAt + unheardMs, retryAt);

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
    if (isUnheard(kept, at)) {
      // The visitor gets the kept page, so a failure here is only logged.
      renderOnce(page, id, bindings).answer.catch((reason: unknown) =>
        log.warn({ id, route: page.route, reason }, 'A page could not be refreshed'),
      );
    }
    return respond(kept);
  };
}

/** Not of the answer itself, or made anew for each representation. */
const ownHeaders = new Set(['content-length', 'etag', 'vary', 'x-request-id']);

/** Below this size compression gains nothing, in bytes. */
const minimumSize = 1024;

/**
 * Compresses an answer and puts its headers together. Most that change leaves most pages as they were:
 * what has the headers and the body of a known one is that.
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
    // A strong tag is one of bytes, and these are others.
    const etag = isPlain ? `"${digest}"` : `"${digest}-${encoding}"`;
    return {
      ...{ etag, body },
      headers: {
        ...Object.fromEntries(shared),
        ...(!isPlain && { 'content-encoding': encoding }),
        ...{ etag, vary: 'Accept-Encoding' },
      },
    };
  };
  return {
    br: describe(br, 'br'),
    gzip: describe(gzipped, 'gzip'),
    identity: describe(plain, 'identity'),
  };
}

/** Returns the response that streams skeletons before the page. It must not be cached. */
function respondWaiting({ representations }: Answer, page: Promise<Answer>, id: string) {
  const { etag: _, ...headers } = representations.identity.headers;
  const whole = page.then((answer) => answer.representations.identity.body);
  return new Response(streamBehind(representations.identity.body, whole), {
    headers: { ...headers, 'cache-control': 'no-store', 'x-request-id': id },
  });
}

/** Returns the response to a request, or 304 if the client has these bytes. */
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
