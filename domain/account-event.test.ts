import { expect, it } from 'vitest';
import { accountEvents, describeAccountEvent } from './account-event.ts';

it('puts every kind into words', () => {
  for (const kind of Object.keys(accountEvents)) {
    expect(describeAccountEvent(kind, null).what).toMatch(/^[A-Z][a-z -]+$/);
  }
});

it.each([
  ['mail-asked', 'new-password', 'Password reset link'],
  ['signed-in', 'magic link', 'With a magic link'],
  ['account-created', 'shell', 'On the server'],
  // What somebody has named is shown as it was named, whatever the name.
  ['factor-added', 'password', 'password'],
  ['factor-added', 'constructor', 'constructor'],
  ['factor-added', null, null],
])('puts %s: %s into words', (kind, detail, words) => {
  expect(describeAccountEvent(kind, detail).detail).toBe(words);
});

it('shows no key of a kind that it does not know', () => {
  expect(describeAccountEvent('of-a-later-version', 'a-key')).toEqual({
    what: 'Unknown event',
    detail: null,
  });
});
