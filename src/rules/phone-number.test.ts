import { expect, it } from 'vitest';
import { toPhoneCell, toPhoneNumber, toStoredPhone, whatsAppHref } from './phone-number.ts';

const mobile = 'https://wa.me/27835550147';

it.each([
  ['083 555 0147', mobile],
  ['0835550147', mobile],
  ['083-555-0147', mobile],
  ['083.555.0147', mobile],
  ['(083) 555 0147', mobile],
  ['835550147', mobile],
  ['27835550147', mobile],
  ['27 (0)83 555 0147', mobile],
  ['27 083 555 0147', mobile],
  ['+27 (0) 83 555 0147', mobile],
  ['+27 083 555 0147', mobile],
  ['+27-83-555-0147', mobile],
  ['0027 (0)83 555 0147', mobile],
  ['\u202a+27 83\u00a0555\u20110147\u202c', mobile],
  ['０８３５５５０１４７', mobile],
  ['083 555 0147 ext. 12', mobile],
  ['WhatsApp: 083 555 0147 (evenings)', mobile],
  ['083 555 0147 / 072 555 0199', mobile],
  ['083 555 0147 or 072 555 0199', mobile],
  ['0835550147, 0725550199', mobile],
  ['call 083 555 0147 after 5 pm', mobile],
  ['tel:+27835550147', mobile],
  ['011 555 0147', 'https://wa.me/27115550147'],
  ['+263 077 555 0147', 'https://wa.me/263775550147'],
  ['263 77 555 0147', 'https://wa.me/263775550147'],
  ['+44 (0)7911 123456', 'https://wa.me/447911123456'],
  ['+234 0803 555 0147', 'https://wa.me/2348035550147'],
  ['083 555 014', undefined],
  ['+27 83 555 014', undefined],
  ['083 555 01477', undefined],
  ['083 GOLD 123', undefined],
  ['10111', undefined],
  ['123456', undefined],
  ['ask my wife', undefined],
  ['', undefined],
])('links %j to %j', (phone, href) => {
  expect(whatsAppHref(phone)).toBe(href);
});

it.each([
  ['083 555 0147 / 072 555 0199', '+27835550147'],
  // The number does not exist, but two people who entered it may be the same.
  ['083 555 01477', '+278355501477'],
])('compares %j as %s', (phone, number) => {
  expect(toPhoneNumber(phone)).toBe(number);
});

it.each([
  '083 555 0147',
  '835550147',
  '27 (0)83 555 0147',
  '0027 083 555 0147',
  '+27-83-555-0147',
  '０８３５５５０１４７',
  'WhatsApp: 083 555 0147 (evenings)',
])('stores %j as a number', (text) => {
  expect(toStoredPhone(text)).toBe('+27835550147');
});

it.each([
  '083 555 0147 / 072 555 0199',
  '083 555 0147 or 072 555 0199',
  '0835550147, 0725550199',
  '083 555 0147 072 555 0199',
  '0835550147;+263 77 555 0147',
  '083 555 0147/8',
  '011 555 0147 ext. 12',
  'call 083 555 0147 after 5 pm',
  '083 555 014',
])('stores all of %j', (text) => {
  expect(toStoredPhone(text)).toBe(text);
});

it.each([
  ['0835550147', '+27 83 555 0147'],
  ['0835550147 0725550199', "'0835550147 0725550199"],
])('exports %j as %j', (phone, cell) => {
  expect(toPhoneCell(phone)).toBe(cell);
});
