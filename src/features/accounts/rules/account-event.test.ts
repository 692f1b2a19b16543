import { expect, it } from 'vitest';
import { accountEvents, describeAccountEvent } from './account-event.ts';

it('describes every kind, and does not show unknown ones', () => {
  for (const kind of Object.keys(accountEvents)) {
    expect(describeAccountEvent(kind)).toMatch(/^[A-Z][a-z -]+$/);
  }
  for (const kind of ['of-a-later-version', 'constructor']) {
    expect(describeAccountEvent(kind)).toBe('Unknown event');
  }
});
