import { expect, it } from 'vitest';
import { describeDelivery } from './document-delivery.ts';

it.each([
  ['zoe@example.com', 'The client gets the credit note by email.'],
  [null, /^The client has no email address\. .+ send them the client link\.$/],
])('announces an email only to a client with an address: %s', (email, expected) => {
  expect(describeDelivery({ email }, 'credit note')).toMatch(expected);
});
