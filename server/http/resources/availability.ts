import { Hono } from 'hono';
import { availabilityQuery } from '#domain/availability.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { parseInput } from '#server/http/validate-request.ts';
import type { Services } from '#server/services/create-services.ts';

interface AvailabilityDeps {
  services: Pick<Services, 'listFreeSlots'>;
}

/** For how long an answer may be used again, in seconds: a slot that went meanwhile is a 409. */
const freshSeconds = 5;

/** `GET /api/availability?from=&to=`, public: the instants at which a session can be booked. */
export const createAvailability = ({ services }: AvailabilityDeps) =>
  new Hono<HttpEnv>().get('/', async (c) => {
    const slots = await services.listFreeSlots(parseInput(availabilityQuery, c.req.query()));
    c.header('Cache-Control', `public, max-age=${freshSeconds}`);
    return c.json({ slots: slots.map((slot) => slot.toISOString()) });
  });
