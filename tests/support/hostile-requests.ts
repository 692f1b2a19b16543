import fc from 'fast-check';
import { badBodies, wildText } from './bad-bodies.ts';
import { nothing } from './route-table.ts';
import { type SiteAddress, siteAddresses } from './site-addresses.ts';

/** Who asks: with nothing, with what looks like a session, or with a real one. */
export const callers = ['nobody', 'a garbage session', 'the admin', 'an API token'] as const;
export type Caller = (typeof callers)[number];

/** A request that nobody would send who means well. */
export interface HostileRequest {
  caller: Caller;
  method: string;
  /** What stands in its first line: a path with its query, or what is none. */
  target: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | undefined;
  isChunked: boolean;
}

const megabyte = 1_000_000;

/** As often as the first number says. */
const often = <T>(...given: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...given.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const repeated = (units: string[], most: number) =>
  fc
    .tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: most }))
    .map(([unit, length]) => unit.repeat(Math.max(1, Math.floor(length / unit.length))));

const toCursor = (text: string) => Buffer.from(text).toString('base64url');
const cursors = often(
  [3, fc.constantFrom('+275760-09-13', '-271821-04-20', '0000-01-01', '2026-02-31', 'infinity')],
  [1, fc.constantFrom('2026-11-21 08:00:00+00', '2026-11-21', '9999-12-31 23:59:60+00', 'epoch')],
  [1, wildText.filter((text) => text.length < 90)],
).map((key) => toCursor(JSON.stringify([key, nothing])));

/** Texts of which each has broken some server. */
const knownEvil = fc.constantFrom(
  ...['', '\0', '%', '%00', '..', '../../../../etc/passwd', '..\\..', '/', '//', '//evil.example'],
  ...['null', 'undefined', 'NaN', '-1', '0', '1e309', '99999999999999999999', '2030-13-45', '[]'],
  ...["'", '"', "' or 1=1--", '{{7*7}}', '<script>', '__proto__', 'constructor', 'toString'],
  ...['275760-09-13T00:00:00Z', '+275760-09-13T00:00:00.000Z', '9999-12-31T23:59:59-23:59'],
  ...['0000-01-01T00:00:00+23:59', 'not a date', '\uD800', '\u202E', '😀', '\r\nX: y', 'a,b;c=d'],
);

const uuids = fc.constantFrom(nothing, nothing.toUpperCase(), nothing.slice(1), nothing.repeat(2));

/** Whatever may stand where a value is asked for. */
const value = often(
  [6, knownEvil],
  [3, wildText.map((text) => text.slice(0, 1_500))],
  [2, cursors],
  [2, uuids],
  [1, repeated(['a', ' ', '%', '\t', '(', '[', '😀', 'a.', '0'], 1_500)],
);

/** As it stands in an address: encoded, half encoded, or as it is. */
const inAddress = fc
  .tuple(value, fc.constantFrom('encoded', 'encoded', 'encoded', 'plain', 'latin'))
  .map(([text, how]) => {
    if (how === 'encoded') return encodeURIComponent(text.toWellFormed());
    return how === 'plain'
      ? text.replaceAll(/[^\x21-\x7e]/g, '')
      : text.replaceAll(/[\0-\x20]/g, '');
  });

/** Stands in a target for the id or token of something that an earlier request has made. */
export const madePart = 'made-before';

const part = often(
  [3, fc.constant(madePart)],
  [5, inAddress],
  [2, uuids],
  [1, fc.constantFrom('%2e%2e%2f', '%2F', '%C0%AF', '%', '%zz', '.data', '_.data', ';a=b', '.')],
  [1, fc.constantFrom('testimonials/1-a.png', 'testimonials/videos/1-a.mp4', 'testimonials/../a')],
  [1, fc.constantFrom('640/pictures/portrait.png.webp', 'share/pictures/none.png.avif')],
  [1, repeated(['a/', '/', '../', '%2f'], 15_000)],
);

/** Instants and days, each with something wrong. */
const instants = fc.constantFrom(
  ...['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59', '0000-01-01', '9999-12-31'],
  ...['2026-02-31', '2026-11-23T22:00:00', '+275760-09-13T00:00:00Z', '2030-01-08T00:00:00Z'],
);

const queryNames = fc.constantFrom(
  ...['cursor', 'limit', 'search', 'group', 'from', 'to', 'page', 'next', 'token', 'scope'],
  ...['session', 'course', 'email', '_routes', 'code', 'state', 'sent', 'index', '__proto__'],
);
const query = often(
  [3, fc.constant('')],
  [
    5,
    fc
      .array(
        often<[string, string]>(
          [3, fc.tuple(often([9, queryNames], [1, inAddress]), inAddress)],
          [2, fc.tuple(fc.constantFrom('from', 'to'), instants.map(encodeURIComponent))],
          [1, fc.tuple(fc.constant('cursor'), cursors)],
        ),
        { maxLength: 6 },
      )
      .map((pairs) => `?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`),
  ],
  [1, repeated(['a&', 'a=1&', '%', '?', '_routes=root,'], 15_000).map((text) => `?${text}`)],
);

const oddMethods = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND'],
  ...['QUERY', 'MKCOL', 'LOCK', 'M-SEARCH', 'PURGE', 'get', 'FOO'],
);

/** What a header's line can hold: Latin characters without controls. */
const headerValue = value.map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, ''));
const headerNames = fc.constantFrom(
  ...['Accept', 'Accept-Encoding', 'Authorization', 'Content-Type', 'Content-Encoding', 'Cookie'],
  ...['Forwarded', 'Host', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Range'],
  ...['Origin', 'Range', 'Referer', 'Sec-Fetch-Site', 'Tus-Resumable', 'Upgrade', 'Upload-Length'],
  ...['Upload-Concat', 'Upload-Defer-Length', 'Upload-Metadata', 'Upload-Offset', 'User-Agent'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'X-Request-Id', 'X-Remix'],
);
const knownHeader = fc.constantFrom<[string, string]>(
  ['Range', 'bytes=0-,1-,2-,3-'],
  ['Range', `bytes=${'0-0,'.repeat(1_000)}`],
  ['Upload-Length', '99999999999999'],
  ['Upload-Length', '1000'],
  ['Upload-Offset', '0'],
  ['Upload-Metadata', 'kind dmlkZW8=,filename YS5tcDQ=,type dmlkZW8vbXA0'],
  ['Tus-Resumable', '1.0.0'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Expect', '100-continue'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Cookie', Array(300).fill('a=b').join('; ')],
  ['Accept-Encoding', 'gzip;q=NaN, br;q=-1, *;q=1e9'],
  ['If-None-Match', '"a", '.repeat(500)],
);
const header = often<[string, string]>([2, knownHeader], [3, fc.tuple(headerNames, headerValue)]);
const headers = often(
  [19, fc.array(header, { maxLength: 4 })],
  [
    1,
    fc
      .integer({ min: 50, max: 2_000 })
      .map((count) => Array.from({ length: count }, (_, at): [string, string] => [`X-${at}`, 'v'])),
  ],
);

const fieldNames = often(
  [
    6,
    fc.constantFrom(
      ...['name', 'email', 'message', 'password', 'token', 'code', 'captchaToken', 'intent'],
      ...['next', 'date', 'booking_date', 'session_type', 'meeting_type', 'trading_knowledge'],
      ...['time_zone', 'trading_goals', 'topics_to_cover', 'leave_empty', '__intent__'],
    ),
  ],
  [1, fc.constantFrom('a[999999999]', 'name[10000000]', 'a.b.c', '__state__', '__proto__.a', '[]')],
  [1, repeated(['a.', 'a[0].', '[9]', '[', '.', 'name['], 20_000)],
  [1, wildText.map((text) => text.slice(0, 300))],
);
const form = often(
  [
    6,
    fc
      .array(fc.tuple(fieldNames, value), { maxLength: 14 })
      .map((pairs) => new URLSearchParams(pairs.map((pair) => pair.map(toText))).toString()),
  ],
  [1, repeated(['a=1&', '&', 'name=%', 'message=%26&', '=', 'a[0]=&'], megabyte)],
  [1, repeated(['%26', '"', '<', '%00', "'"], 64_000).map((text) => `message=${text}`)],
);
const toText = (text: string) => text.toWellFormed();

/** Up to a megabyte of one thing; the server decides how much of it to read. */
const large = repeated(
  [
    ...['[', '{"a":', '"', ' ', '1,', '\0', 'features', '[[],', '\\u0000', '{}', '\xff'],
    ...['-----x\r\n', '\r\n'],
  ],
  megabyte,
);
const largeJson = fc
  .tuple(
    fc.constantFrom('name', 'message', 'features', 'content', 'email', 'password'),
    repeated(['1,', '"",', 'null,', '[],', '{"a":1},', '"😀",'], 250_000),
  )
  .map(([name, items]) => `{${JSON.stringify(name)}:[${items.slice(0, -1)}]}`);

/** A body in order, but for a field or two. */
const nearlyGood = (make: () => unknown) =>
  fc
    .dictionary(
      often([3, fieldNames], [2, fc.constantFrom('id', 'title', 'date', 'price')]),
      value,
      {
        maxKeys: 2,
      },
    )
    .map((changes) => JSON.stringify({ ...Object(make()), ...changes }));

const toBytes = (body: string | Uint8Array<ArrayBuffer>) =>
  typeof body === 'string' ? Uint8Array.from(Buffer.from(body)) : body;

const bodyFor = ({ isPage, body }: SiteAddress) =>
  isPage
    ? often<string | Uint8Array<ArrayBuffer>>([8, form], [1, badBodies], [1, large])
    : often<string | Uint8Array<ArrayBuffer>>(
        [5, nearlyGood(body ?? (() => ({})))],
        [5, badBodies],
        [2, largeJson],
        [1, large],
        [1, form],
      );

const ownType = ({ isPage }: SiteAddress) =>
  isPage ? 'application/x-www-form-urlencoded' : 'application/json';
const otherTypes = fc.constantFrom(
  ...['multipart/form-data; boundary=-----x', 'text/plain', 'application/offset+octet-stream'],
  ...['application/json', 'application/x-www-form-urlencoded;charset=utf-16', ',,;', '', 'a/b'],
);

const fill = (path: string, parts: string[]) => {
  let at = 0;
  return path.replaceAll(/:\w+|\*/g, () => parts[at++ % parts.length] ?? '');
};

const target = ({ path, query: usual = '' }: SiteAddress) =>
  fc
    .tuple(
      fc.array(part, { minLength: 1, maxLength: 2 }),
      often([1, fc.constant(usual)], [2, query]),
    )
    .chain(([parts, search]) => {
      const own = fill(path, parts) + search;
      return often(
        [20, fc.constant(own)],
        [1, fc.constantFrom(`http://evil.example${own}`, `/${own}`, `${own}/`, `/.${own}`, '*')],
        [1, part.map((text) => `/${text}`)],
      );
    });

/** Requests to one address, in any shape. */
const requestsTo = (address: SiteAddress): fc.Arbitrary<HostileRequest> =>
  fc.record({
    caller: fc.constantFrom(...callers),
    method: often([9, fc.constant(address.method)], [1, oddMethods]),
    target: target(address),
    headers: fc
      .tuple(often([9, fc.constant(ownType(address))], [1, otherTypes]), headers)
      .map(([type, others]): [string, string][] => [['Content-Type', type], ...others]),
    body: fc.option(bodyFor(address).map(toBytes), {
      nil: undefined,
      freq: address.method === 'GET' ? 1 : 12,
    }),
    isChunked: fc.boolean(),
  });

/** Requests that must be refused, or taken, but never make the server fail, wait or say too much. */
export const hostileRequests: fc.Arbitrary<HostileRequest> = fc.oneof(
  ...siteAddresses.map(requestsTo),
);
