import { expect, it } from 'vitest';
import { replyHref } from './contact-links.ts';

it('an address cannot add fields to the email', () => {
  expect(replyHref('a?bcc=b@example.com', 'Re: R&D')).toBe(
    'mailto:a%3Fbcc%3Db%40example.com?subject=Re%3A%20R%26D',
  );
});
