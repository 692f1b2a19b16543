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
import type { AnswerDirectly } from './serve.ts';

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

/**
 * An answer as it goes out, but for the id of its request. The names of header fields and their
 * values take turns, as Node writes them.
 */
interface Representation {
  etag: string;
  fields: string[];
  body: Uint8Array<ArrayBuffer>;
  /** Where the client has these bytes already. */
  unchangedFields: string[];
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

export interface PageCache {
  fetch: Fetch;
  /**
   * Answers on the connection itself, with no request and response of the web made for it, if the
   * page is kept and nothing has changed. Returns whether it did.
   */
  answerKept: AnswerDirectly;
}

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
export function createPageCache(options: PageCacheOptions): PageCache {
  const { fetch, changes, log, logAnswer, now, nextTurn } = options;
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
    const rendered = render(page, id, bindings).finally(() => rendering.delete(key));
    rendering.set(key, rendered);
    return rendered;
  }

  const isCurrent = (answer: Answer, at: number) =>
    at < answer.retryAt || (answer.version === version && at < answer.validUntil);

  const isUnheard = ({ renderedAt, retryAt }: Answer, at: number) =>
    !changes.isListening() && at >= Math.max(renderedAt + unheardMs, retryAt);

  return {
    fetch(request, bindings = {}) {
      const { method, headers } = request;
      if (method !== 'GET' && method !== 'HEAD') return fetch(request, bindings);
      const startedAt = performance.now();
      const page = findPublicPage(request.url.slice(request.url.indexOf('/', 'https://'.length)));
      if (!page) return fetch(request, bindings);

      const id = nameRequest(headers.get('X-Request-Id'));
      const respond = (answer: Answer) => {
        const asked = [headers.get('Accept-Encoding'), headers.get('If-None-Match')] as const;
        const { status, fields, body } = choose(answer, ...asked);
        if (answer.renderedFor !== id)
          logAnswer({ id, method, route: page.route, status, startedAt });
        return new Response(method === 'HEAD' ? null : body, {
          status,
          headers: toPairs(named(fields, id)),
        });
      };
      const kept = answers.get(page.url);
      const at = now().getTime();
      if (!kept || !isCurrent(kept, at)) return renderOnce(page, id, bindings).then(respond);
      if (isUnheard(kept, at)) {
        // The visitor has the kept page; nobody waits for this one, nor hears that it failed.
        renderOnce(page, id, bindings).catch((reason: unknown) =>
          log.warn({ id, route: page.route, reason }, 'A page could not be renewed'),
        );
      }
      return respond(kept);
    },

    answerKept({ method, url = '', headers }, outgoing) {
      const kept = method === 'GET' ? answers.get(url) : undefined;
      if (!method || !kept) return false;
      const startedAt = performance.now();
      const at = now().getTime();
      if (!isCurrent(kept, at) || isUnheard(kept, at)) return false;
      const id = nameRequest(headers['x-request-id']?.toString());
      const asked = [headers['accept-encoding'], headers['if-none-match']] as const;
      const { status, fields, body } = choose(kept, ...asked);
      outgoing.writeHead(status, named(fields, id));
      outgoing.end(body);
      logAnswer({ id, method, route: kept.page.route, status, startedAt });
      return true;
    },
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
    const fields = [
      ...shared,
      ...(isPlain ? [] : [['content-encoding', encoding]]),
      ...[
        ['etag', etag],
        ['vary', 'Accept-Encoding'],
      ],
    ].flat();
    return {
      ...{ etag, body },
      fields: [...fields, 'content-length', String(body.length), ...unnamed],
      unchangedFields: [...fields, ...unnamed],
    };
  };
  return {
    br: describe(br, 'br'),
    gzip: describe(gzipped, 'gzip'),
    identity: describe(plain, 'identity'),
  };
}

/** Returns what goes out of an answer to one who accepts these encodings and has what these tags name. */
function choose(
  { status, representations }: Answer,
  accepted: string | null | undefined,
  known: string | null | undefined,
) {
  const { etag, fields, body, unchangedFields } = representations[chooseEncoding(accepted)];
  return status === 200 && known && hasTag(known, etag)
    ? { status: 304, fields: unchangedFields, body: null }
    : { status, fields, body };
}

/** The end of all fields: where the id of a request is put. */
const unnamed = ['x-request-id', ''];

/** Puts in the id of a request. They are written out before the next one is: no copy is needed. */
function named(fields: string[], id: string): string[] {
  fields[fields.length - 1] = id;
  return fields;
}

const toPairs = (fields: string[]) =>
  fields.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, fields[index + 1] ?? '']] : [],
  );
