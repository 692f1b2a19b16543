import { afterEach, describe, expect, it, vi } from 'vitest';
import { codePointsOf, cutText } from './cut-text.ts';

afterEach(() => void vi.unstubAllGlobals());

describe.each(['with', 'without'])('%s Intl.Segmenter', (withOrWithout) => {
  it.each(['😀', '👩‍💻', '👍🏽', '🇿🇦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', 'e\u0301', 'कि', '\r\n'])(
    'cutting a text never cuts through %j',
    (shown) => {
      if (withOrWithout === 'without') vi.stubGlobal('Intl', {});
      const text = `ab${shown}${shown}c`;
      const lengths = Array.from({ length: text.length + 1 }, (_, length) => cutText(text, length));
      const whole = ['', 'a', 'ab', `ab${shown}`, `ab${shown}${shown}`, text];
      expect(whole).toEqual(expect.arrayContaining(lengths));
    },
  );
});

it('uses the given way to count', () => {
  expect(cutText('😀😀😀', 2, codePointsOf)).toBe('😀😀');
  expect(cutText('👩‍💻👩‍💻', 5, codePointsOf)).toBe('👩‍💻');
});
