import { recordParam } from '#rules/list-page.ts';
import { calendarDay, instant, z } from '#rules/zod.ts';

/** The longest span of one request, in days. */
const maxSpanDays = 62;

const dayMs = 24 * 3_600_000;

const noBoundary = 'Enter a date or a time.';

/** Rejects invalid dates before they are compared. */
const beginningOfDay = calendarDay(noBoundary).transform((day) => new Date(`${day}T00:00:00Z`));

const boundary = z.union([instant(noBoundary), beginningOfDay], noBoundary);

/**
 * The query of `GET /api/availability`: from an instant to another (excluded), for a session of a
 * type. An unknown or missing type means an hour. The `booking` to be moved does not count as
 * taken. `minutes` is the length of a session that was bought before its type was changed.
 */
export const availabilityQuery = z
  .object({
    from: boundary,
    to: boundary,
    session_type: z.string().max(120).optional(),
    booking: recordParam.shape.id.optional(),
    minutes: z.coerce.number().int().min(5).max(480).optional(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The end is before the start.' })
  .refine(({ from, to }) => to.getTime() - from.getTime() <= maxSpanDays * dayMs, {
    path: ['to'],
    message: `Choose at most ${maxSpanDays} days.`,
  });

export const availabilityAnswer = z.object({ slots: z.array(z.iso.datetime()) });
