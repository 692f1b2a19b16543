import fc from 'fast-check';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';

/** A request that our own clients would never send. */
export interface HostileRequest {
  method: string;
  /** A path with its query. */
  target: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Any UTF-16 units: halves of surrogate pairs, NUL, controls, right-to-left marks. */
const wildText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.integer({ min: 1, max: 300_000 }).map((length) => 'x'.repeat(length)),
);

/** Texts that are known to have broken servers. */
const knownEvil = fc.constantFrom(
  '',
  '\0',
  '%',
  '..',
  '../../../../etc/passwd',
  '..\\..',
  '/',
  '//evil.example',
  'null',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  "' or 1=1--",
  '{{7*7}}',
  '<script>',
  '[]',
  '__proto__',
  'constructor',
  'toString',
  '2030-13-45',
  '2026-02-31',
  '\uD800',
  '\u202E',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
);

const text = fc.oneof(knownEvil, wildText);

const keys = fc.oneof(
  fc.constantFrom(
    'id',
    'name',
    'email',
    'phone',
    'source',
    'message',
    'booking_date',
    'session_type',
    'time_zone',
    'notes',
    'title',
    'date',
    'version',
    '__proto__',
    'constructor',
    'then',
  ),
  wildText.map((key) => key.slice(0, 200)),
);

const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [[]], { toString: 'x' }, ['a', 'b']),
);

const pairs = fc.array(fc.tuple(keys, value), { maxLength: 8 });

/** Written as text, because an object would lose `__proto__` and repeated keys. */
const wildObject = pairs.map(
  (fields) => `{${fields.map((field) => field.map((part) => JSON.stringify(part)).join(':'))}}`,
);

/** Valid except for at most two fields, so that the error is found late. */
const nearlyGood = fc
  .tuple(fc.constantFrom(sessionBody, bookingBody, contactBody), pairs)
  .map(([make, fields]) =>
    JSON.stringify({ ...make(), ...Object.fromEntries(fields.slice(0, 2)) }),
  );

/** A valid body that is cut short. */
const damaged = fc
  .nat({ max: 200 })
  .map((length) => Uint8Array.from(Buffer.from(JSON.stringify(contactBody())).subarray(0, length)));

const nested = fc
  .integer({ min: 1, max: 30_000 })
  .map((depth) => '['.repeat(depth) + ']'.repeat(depth));

const bytes = fc.uint8Array({ maxLength: 600 }).map((given) => Uint8Array.from(given));

/** Bodies that are invalid JSON or nearly valid. */
export const hostileBodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 4, arbitrary: nearlyGood },
  { weight: 3, arbitrary: wildObject },
  ...[damaged, nested, wildText, bytes].map((arbitrary) => ({ weight: 1, arbitrary })),
);

const contentTypes = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=latin1', ',,;'),
  },
);

const headers = fc.array(
  fc.constantFrom<[string, string]>(
    ['Range', 'bytes=0-,1-,2-,3-'],
    ['Upload-Length', '99999999999999'],
    ['Upload-Offset', '-1'],
    ['Upload-Metadata', 'kind dmlkZW8=,filename YS5tcDQ='],
    ['Tus-Resumable', '1.0.0'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Cookie', Array(300).fill('a=b').join('; ')],
    ['Accept-Encoding', 'gzip;q=NaN, br;q=-1, *;q=1e9'],
    ['If-None-Match', '"a", '.repeat(500)],
  ),
  { maxLength: 3 },
);

/** A part of a URL, encoded or not. */
const addressPart = fc
  .tuple(text, fc.boolean())
  .map(([given, isEncoded]) =>
    isEncoded
      ? encodeURIComponent(given.slice(0, 1_500).toWellFormed())
      : given.slice(0, 20_000).replaceAll(/[^\x21-\x7e]/g, ''),
  );

const cursors = fc.constantFrom('+275760-09-13', '0000-01-01', 'infinity').map((key) => {
  const cursor = JSON.stringify([key, '00000000-0000-4000-8000-000000000000']);
  return Buffer.from(cursor).toString('base64url');
});

const searches = fc
  .array(
    fc.tuple(
      fc.constantFrom('cursor', 'limit', 'search', 'group', 'from', 'to', 'token', '__proto__'),
      fc.oneof(addressPart, cursors),
    ),
    { maxLength: 4 },
  )
  .map((parameters) => `?${parameters.map(([name, given]) => `${name}=${given}`).join('&')}`);

/** Requests to one route, such as `GET /api/leads/:id`, that must never make the server fail. */
export function hostileRequests(route: string): fc.Arbitrary<HostileRequest> {
  const [usual = '', path = ''] = route.split(' ');
  return fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(usual) },
      { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'OPTIONS', 'PROPFIND') },
    ),
    target: fc
      .tuple(addressPart, searches)
      .map(([part, search]) => path.replaceAll(/:\w+|\*/g, () => part) + search),
    headers: fc
      .tuple(contentTypes, headers)
      .map(([type, others]): [string, string][] => [['Content-Type', type], ...others]),
    body: fc.option(hostileBodies, { nil: undefined }),
  });
}
