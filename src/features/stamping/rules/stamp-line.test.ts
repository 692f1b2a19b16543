import { expect, it } from 'vitest';
import { toStampLine } from './stamp-line.ts';

const id = '3f6bd1c0-7a5e-4928-b8e1-5d02c94f7a61';
const email = 'zoe+gold@example.com';

it.each([
  ['the email before the name', { name: 'Zoë 𝗧. O’Neill', email }, `${email} · TP-7K4Q2`],
  [
    'the name without an email',
    { name: 'Zoë 𝗧. O’Neill', email: null },
    'Zoë 𝗧. O’Neill · TP-7K4Q2',
  ],
  ['a name in Hebrew', { name: 'אבי', email: null }, 'אבי · TP-7K4Q2'],
  ['only the reference, as no font has the name', { name: '张伟', email: null }, 'TP-7K4Q2'],
  ['only the reference for a symbol', { name: '👑', email: null }, 'TP-7K4Q2'],
  [
    'the name, as no font has the email',
    { name: 'Wei', email: '张伟@例子.公司' },
    'Wei · TP-7K4Q2',
  ],
])('a stamp shows %s', (_, customer, line) => {
  expect(toStampLine({ customer: { id, ...customer }, reference: 'TP-7K4Q2' })).toBe(line);
});

it('names the customer alone for access without an order', () => {
  const reference = undefined;
  expect(toStampLine({ customer: { id, name: 'Zoë', email }, reference })).toBe(email);
  expect(toStampLine({ customer: { id, name: '张伟', email: null }, reference })).toBe(id);
});
