import { calendarDay, instant } from './text.ts';
import { z } from './zod.ts';

/** The longest span that can be asked for at once, in days. */
const longestSpanDays = 62;

const dayMs = 24 * 3_600_000;

const noBoundary = 'Please give a date or an instant.';

/** The day's beginning in UTC. What is no day ends here, before anybody compares it. */
const beginningOfDay = calendarDay(noBoundary).transform((day) => new Date(`${day}T00:00:00Z`));

const boundary = z.union([instant(noBoundary), beginningOfDay], noBoundary);

/** The query of `GET /api/availability`: from an instant up to, and without, another. */
export const availabilityQuery = z
  .object({ from: boundary, to: boundary })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The span ends before it begins.' })
  .refine(({ from, to }) => to.getTime() - from.getTime() <= longestSpanDays * dayMs, {
    path: ['to'],
    message: `Please ask for at most ${longestSpanDays} days at once.`,
  });

export const availabilityAnswer = z.object({ slots: z.array(z.iso.datetime()) });
