import { expect, it } from 'vitest';
import { describeCounts } from './person-words.ts';

it.each([
  [{ leads: 2, bookings: 1, sessions: 1, mails: 0 }, '2 leads, 1 booking, 1 upcoming session'],
  [{ mails: 1204, files: 1 }, '1,204 emails, 1 saved email'],
  [{ leads: 0 }, 'nothing'],
])('describes %j as %s', (counts, text) => expect(describeCounts(counts)).toBe(text));
