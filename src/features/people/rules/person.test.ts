import { describe, expect, it } from 'vitest';
import { toAddress, toMailbox } from '#rules/mailbox.ts';
import { toPhoneNumber, toPhoneTail } from '#rules/phone-number.ts';
import { personCorrection, readIdentifier } from './person.ts';

describe('a mailbox', () => {
  it.each([
    [' Thandi@Example.com ', 'thandi@example.com'],
    ['thandi+gold@example.com', 'thandi@example.com'],
    ['Tha.ndi+gold@gmail.com', 'thandi@gmail.com'],
    ['thandi@googlemail.com', 'thandi@gmail.com'],
    ['tha.ndi@example.com', 'tha.ndi@example.com'],
  ])('%j is %s', (written, mailbox) => expect(toMailbox(written)).toBe(mailbox));
});

it.each([
  [' Thandi@Example.com ', 'thandi@example.com'],
  ['thandi+gold@example.com', 'thandi+gold@example.com'],
  ['Tha.ndi@gmail.com', 'tha.ndi@gmail.com'],
])('normalises the address %j to %s', (written, address) =>
  expect(toAddress(written)).toBe(address),
);

describe('a phone number', () => {
  it.each([
    '082 555 1234',
    '(082) 555-1234',
    '825551234',
    '+27 82 555 1234',
    '+27 (0)82 555 1234',
    '+270825551234',
    '0027 82 555 1234',
    '27825551234',
  ])('reads %s as a local number', (written) => {
    expect(toPhoneNumber(written)).toBe('+27825551234');
    expect(toPhoneTail(written)).toBe('5551234');
  });

  it.each([
    ['+44 20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+1 (212) 555-0100', '+12125550100'],
  ])('keeps the country of %s', (written, number) => expect(toPhoneNumber(written)).toBe(number));

  it.each(['', 'none', '12345', '1234567890123456', '000'])('%j is none', (written) =>
    expect(toPhoneNumber(written)).toBeUndefined(),
  );
});

it.each([
  ['Thandi+1@Example.com', 'thandi+1@example.com'],
  ['082 555 1234', '+27825551234'],
  ['Thandi', undefined],
  ['thandi@', undefined],
])('searches %j as %s', (typed, identifier) => expect(readIdentifier(typed)).toBe(identifier));

describe('a correction', () => {
  const given = { text: 'thandi@example.com', stamp: '0'.repeat(64) };

  it('a correction does not change empty fields', () =>
    expect(personCorrection.parse({ ...given, name: 'Thandi Nkosi', email: '' })).toMatchObject({
      name: 'Thandi Nkosi',
      email: null,
      phone: null,
    }));

  it.each([{}, { name: 'T' }, { email: 'thandi' }])('a correction refuses %j', (fields) =>
    expect(personCorrection.safeParse({ ...given, ...fields }).success).toBe(false),
  );
});
