import { afterAll, beforeAll } from 'vitest';
import { defaults } from '#features/settings/server/defaults.ts';

/** Lets the 1-on-1 sessions of a test file's site be held until they are paid. */
export function sellSessionsToConfirm(): void {
  const session = defaults.offers.mentorshipOptions.find(({ title }) => title === '1-on-1 Session');
  if (!session) throw new Error('There is no such session');
  const { payment } = session;
  beforeAll(() => {
    session.payment = 'confirm';
  });
  afterAll(() => {
    session.payment = payment;
  });
}
