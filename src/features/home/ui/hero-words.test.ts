import { expect, it } from 'vitest';
import { splitHeadline } from './hero-words.ts';

it.each([
  [
    'Master The Markets with Time VS Price',
    { opening: 'Master The Markets ', link: 'with ', name: 'Time VS Price', rest: '' },
  ],
  ['Time vs Price: wait', { opening: '', link: '', name: 'Time vs Price', rest: ': wait' }],
  ['Wait for it', { opening: 'Wait for it', link: '', name: '', rest: '' }],
])('splits a headline around the name: %s', (headline, parts) => {
  const split = splitHeadline(headline, 'Time vs Price');
  expect(split).toEqual(parts);
  expect(Object.values(split).join('')).toBe(headline);
});
