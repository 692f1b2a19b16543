import { expect, it } from 'vitest';
import { replyHref, whatsAppHref } from './contact-links.ts';

it.each([
  ['+27 82 555 1234', 'https://wa.me/27825551234'],
  ['0027 (82) 555-1234', 'https://wa.me/27825551234'],
  ['+27 0 00 555 1234', 'https://wa.me/270005551234'],
  ['123456', 'https://wa.me/123456'],
  ['call me', undefined],
  ['12345', undefined],
])('leads from %j to %j', (phone, href) => {
  expect(whatsAppHref(phone)).toBe(href);
});

it('lets nothing of an address become a field of the mail', () => {
  expect(replyHref('a?bcc=b@example.com', 'Re: R&D')).toBe(
    'mailto:a%3Fbcc%3Db%40example.com?subject=Re%3A%20R%26D',
  );
});
