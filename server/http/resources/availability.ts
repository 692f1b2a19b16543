import { Hono } from 'hono';
import { availabilityQuery } from '#domain/availability.ts';
import type { Span } from '#domain/slots.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { parseInput } from '#server/http/json-body.ts';

export interface AvailabilityDeps {
  listFreeSlots: (span: Span) => Promise<Date[]>;
}

/** For how long an answer may be used again, in seconds: a slot that went meanwhile is a 409. */
const freshSeconds = 5;

/** `GET /api/availability?from=&to=`, public: the instants at which a session can be booked. */
export const createAvailability = ({ listFreeSlots }: AvailabilityDeps) =>
  new Hono<HttpEnv>().get('/', async (c) => {
    const slots = await listFreeSlots(parseInput(availabilityQuery, c.req.query()));
    c.header('Cache-Control', `public, max-age=${freshSeconds}`);
    return c.json({ slots: slots.map((slot) => slot.toISOString()) });
  });
