import { expect, it } from 'vitest';
import { readIdentifier } from '#features/people/rules/person.ts';
import { isAnswerable } from './email-address.ts';
import { emailAddress } from './zod.ts';

const schema = emailAddress('A valid email is required.');
const sipho = 'sipho@example.org';

it.each([
  ['\u202dsipho@example.org\u202c', sipho],
  ['\u200esipho@example.org\u200f', sipho],
  ['sipho\u200b@exa\u00admple.org', sipho],
  ['\u00a0sipho@example.org\u3000', sipho],
  ['sipho@example.org\ufe0f', sipho],
  ['MAILTO:sipho@example.org?subject=Gold%20a%3Fb', sipho],
  ['email: sipho@example.org', sipho],
  ['Sipho N. <sipho@example.org>', sipho],
  ['"Ndlovu, Sipho" <mailto:sipho@example.org>;', sipho],
  ['<sipho@example.org>', sipho],
  ['(sipho@example.org)', sipho],
  ['“sipho@example.org”', sipho],
  ['sipho@example.org!', sipho],
  ['sipho@example.org,', sipho],
  ['ｓipho＠example．org', sipho],
  ['sipho@example。org', sipho],
  ['Sipho@Example.org', 'Sipho@Example.org'],
  ['d’arcy+gold@example.org', "d'arcy+gold@example.org"],
  ['info@bücher.example', 'info@xn--bcher-kva.example'],
  ['info@BÜCHER.example', 'info@xn--bcher-kva.example'],
  ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
  ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
  ['ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
  ['a/b=c@example.org', 'a/b=c@example.org'],
])('takes %j as %s', (typed, address) => {
  expect(schema.parse(typed)).toBe(address);
  expect(readIdentifier(typed)).toBe(readIdentifier(address));
});

it.each([
  'sipho',
  'sipho@',
  '@example.org',
  'sipho@example',
  'sipho@127.0.0.1',
  'si pho@example.org',
  'sipho@example.org, thandi@example.org',
  'sipho@example.org\r\nBcc: x@example.org',
  'sipho..n@example.org',
  '.sipho@example.org',
  'sipho@-example.org',
  'sipho@example..org',
  'sipho@example.org\0',
  '用户@example.org',
  '\u200b',
  `${'x'.repeat(65)}@example.org`,
])('refuses the address %j', (typed) => {
  expect(schema.safeParse(typed).error?.issues[0]?.message).toBe('A valid email is required.');
});

it.each([
  ['noreply@example.com', false],
  ['No-Reply+a@example.com', false],
  ['do_not_reply@example.com', false],
  ['mailer-daemon@example.com', false],
  ['postmaster@example.com', false],
  ['norepa@example.com', true],
  ['bouncer@example.com', true],
  ['jane@no-reply.example.com', true],
])('whether a person may read emails to %s: %s', (email, isRead) =>
  expect(isAnswerable(email)).toBe(isRead),
);
