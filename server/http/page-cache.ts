import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/db/changes.ts';
import type { Logger } from '#server/logger.ts';
import type { HttpEnv } from './env.ts';
import { findPublicPage, type PublicPage } from './public-pages.ts';
import { nameRequest } from './request-id.ts';

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
  'testimonials',
  'videos',
]);

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer as it goes out, but for the id of its request. */
interface Representation {
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
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
export function createPageCache({ fetch, changes, log, now, nextTurn }: PageCacheOptions): Fetch {
  const answers = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ representations: { br, gzip, identity } }) =>
      br.body.length + gzip.body.length + identity.body.length,
  });
  const rendering = new Map<string, Promise<Answer>>();
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
      log.warn({ id, route: page.route, ageSeconds }, 'An older page is given');
      known.retryAt = now().getTime() + pauseMs;
      return known;
    }
    const answer: Answer = {
      ...{ page, status, renderedFor: id, version: before, retryAt: 0 },
      representations: await represent(response, isKept ? 11 : 4),
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
    const rendered = render(page, id, bindings).finally(() => rendering.delete(key));
    rendering.set(key, rendered);
    return rendered;
  }

  const isCurrent = ({ retryAt, validUntil, ...answer }: Answer, at: number) =>
    at < retryAt || (answer.version === version && at < validUntil);

  const isUnheard = ({ renderedAt, retryAt }: Answer, at: number) =>
    !changes.isListening() && at >= Math.max(renderedAt + unheardMs, retryAt);

  return (request, bindings = {}) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') return fetch(request, bindings);
    const startedAt = performance.now();
    const path = request.url.slice(request.url.indexOf('/', 'https://'.length));
    // Most ask for the very URL that an answer is kept by.
    const page = answers.get(path)?.page ?? findPublicPage(path);
    if (!page) return fetch(request, bindings);

    const id = nameRequest(request.headers.get('X-Request-Id'));
    const respond = (answer: Answer) => {
      const response = toResponse(request, answer, id);
      const ms = Math.round(performance.now() - startedAt);
      const { status } = response;
      if (answer.renderedFor !== id)
        log.info({ id, method, route: page.route, status, ms }, 'request');
      return response;
    };
    const kept = answers.get(page.url);
    const at = now().getTime();
    if (!kept || !isCurrent(kept, at)) return renderOnce(page, id, bindings).then(respond);
    if (isUnheard(kept, at)) void renderOnce(page, id, bindings);
    return respond(kept);
  };
}

/** Not of the answer itself, or made anew for each representation. */
const ownHeaders = new Set(['content-length', 'etag', 'vary', 'x-request-id']);

/** Below this size compression gains nothing, in bytes. */
const minimumSize = 1024;

async function represent(response: Response, quality: number): Promise<Answer['representations']> {
  const plain = Buffer.from(await response.arrayBuffer());
  const [br, gzipped] =
    plain.length < minimumSize
      ? [plain, plain]
      : await Promise.all([
          promisify(brotliCompress)(plain, {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality },
          }),
          promisify(gzip)(plain),
        ]);
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !ownHeaders.has(name)),
  );
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const describe = (body: typeof plain, encoding: Encoding): Representation => ({
    headers: {
      ...headers,
      ...(body !== plain && { 'content-encoding': encoding }),
      'content-length': String(body.length),
      // A strong tag is one of bytes, and these are others.
      etag: body === plain ? `"${digest}"` : `"${digest}-${encoding}"`,
      vary: 'Accept-Encoding',
    },
    body,
  });
  return {
    br: describe(br, 'br'),
    gzip: describe(gzipped, 'gzip'),
    identity: describe(plain, 'identity'),
  };
}

function toResponse(request: Request, { status, representations }: Answer, id: string): Response {
  const { headers, body } = representations[chooseEncoding(request.headers.get('Accept-Encoding'))];
  const known = status === 200 ? request.headers.get('If-None-Match') : null;
  if (known !== null && hasTag(known, headers.etag)) {
    const { 'content-length': _, ...unchanged } = headers;
    return new Response(null, { status: 304, headers: { ...unchanged, 'x-request-id': id } });
  }
  const own = { ...headers, 'x-request-id': id };
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: own });
}

const refusesBrotli = /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/;
const refusesGzip = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/;

/** Brotli before gzip: most browsers take both alike. */
function chooseEncoding(accepted: string | null): Encoding {
  if (accepted?.includes('br') && !refusesBrotli.test(accepted)) return 'br';
  if (accepted?.includes('gzip') && !refusesGzip.test(accepted)) return 'gzip';
  return 'identity';
}

/** Whether one of the tags of `If-None-Match` is this one. Proxies that compress mark them as weak. */
const hasTag = (known: string, tag: string | undefined) =>
  known === '*' || known.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
