import { expect, it } from 'vitest';
import { indexNames } from './payer-name.ts';

const thandi = { name: 'Thandi Nkosi' };
const zoe = { name: 'Zoë 𝗧. O’Neill' };
const peter = { name: 'Pieter van der Merwe' };
const find = indexNames([thandi, zoe, peter, { name: null }, { name: 'Thandeka Zulu' }]);

it.each([
  ['FNB APP PAYMENT FROM THANDI NKOSI', thandi, true],
  ['NKOSI T', thandi, true],
  ['T. NKOSI', thandi, true],
  ['MS NKOSI THANDI', thandi, true],
  ['PAYMENT FROM THANDI NKOS', thandi, true],
  ['NKOSI', thandi, false],
  ["ZOE O'NEILL", zoe, true],
  ['Z ONEILL', zoe, true],
  ['P VAN DER MERWE', peter, true],
  ['MERWE', peter, false],
])('the name in %j is found', (text, order, isSure) => {
  expect(find(text)).toEqual([{ order, isSure }]);
});

it.each(['', 'VAN DER WALT', 'MS', 'T', 'NKOSINATHI', 'PAYMENT'])(
  '%j is not the name of a payer',
  (text) => {
    expect(find(text)).toEqual([]);
  },
);
