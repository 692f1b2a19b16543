import fc from 'fast-check';
import { sessionBody } from './booking-bodies.ts';
import { bookingBody, contactBody } from './lead-bodies.ts';

/** A request to a public endpoint that no form of ours would send. */
export interface BadRequest {
  contentType: string | undefined;
  body: string | Uint8Array<ArrayBuffer>;
}

/** Any UTF-16 units at all: halves of surrogate pairs, NUL, controls, right-to-left marks. */
export const wildText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', ' ', '\0', '\uD800', 'a\0b', '\u202E', '😀', '9'.repeat(500), 'x\r\nBcc: y'),
  fc.integer({ min: 1, max: 300_000 }).map((length) => 'x'.repeat(length)),
);

const nested = fc
  .tuple(fc.integer({ min: 1, max: 30_000 }), fc.boolean())
  .map(([depth, isArray]) =>
    isArray
      ? '['.repeat(depth) + ']'.repeat(depth)
      : `${'{"message":'.repeat(depth)}1${'}'.repeat(depth)}`,
  );

const wildValue = fc.oneof(
  { weight: 3, arbitrary: wildText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [[]], { toString: 'x' }, ['a', 'b']),
);

const keys = fc.oneof(
  fc.constantFrom(
    ...['id', 'name', 'email', 'phone', 'source', 'message', 'booking_date', 'leave_empty'],
    ...['starts_at', 'time_zone', 'notes', 'session_type', 'trading_goals'],
    ...['__proto__', 'constructor', 'prototype', 'toString', 'then', 'hasOwnProperty', 'length'],
  ),
  wildText.filter((text) => text.length < 200),
);

/** Pairs are written out by hand: an object would swallow `__proto__` and repeated keys. */
const wildObject = fc
  .array(fc.tuple(keys, wildValue), { maxLength: 12 })
  .map(
    (pairs) =>
      `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
  );

const sources = fc.constantFrom(
  ...['Contact Form Submission', 'Course Purchase Inquiry', 'Blueprint Purchase Inquiry'],
  'New Mentorship Booking',
);

/** In order but for one or two fields, so that the fault is found late. */
const nearlyGood = fc
  .tuple(
    fc.constantFrom(sessionBody, bookingBody, contactBody),
    sources,
    fc.array(fc.tuple(keys, wildValue), { maxLength: 2 }),
  )
  .map(([make, source, changes]) => {
    const body = make === contactBody ? contactBody({ source }) : make();
    return JSON.stringify({ ...body, ...Object.fromEntries(changes) });
  });

/** A good body, cut short or with bytes replaced: bad JSON, bad UTF-8. */
const damaged = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 8 }))
  .map(([where, noise]) => {
    const bytes = Buffer.from(JSON.stringify(contactBody()));
    const at = Math.floor(where * bytes.length);
    return Uint8Array.from([
      ...bytes.subarray(0, at),
      ...noise,
      ...bytes.subarray(at + noise.length),
    ]);
  });

/** Bodies that are no good JSON, or nearly good. */
export const badBodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 4, arbitrary: nearlyGood },
  { weight: 3, arbitrary: wildObject },
  { weight: 2, arbitrary: damaged },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: wildText },
  { weight: 1, arbitrary: nested },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 600 }).map((bytes) => Uint8Array.from(bytes)),
  },
);

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/json; charset=latin1',
      ],
      ...['application/json; charset=utf-8', 'APPLICATION/JSON', ',,;', undefined],
    ),
  },
);

/** Requests that must be refused, or taken, but never make the server fail. */
export const badRequests: fc.Arbitrary<BadRequest> = fc.record({ contentType, body: badBodies });
