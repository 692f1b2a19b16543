import { describe, expect, it } from 'vitest';
import { wholeNumber, wholeNumberOrNull } from '#domain/settings/parts.ts';
import { z } from '#domain/zod.ts';
import { coerceSection } from './coerce-section.ts';

const schema = coerceSection(
  z.object({ notice: wholeNumberOrNull(0, 336), days: wholeNumber(1, 730), isOpen: z.boolean() }),
);

describe('what the form of a section sends', () => {
  it('is nothing for an empty number only where that may be left out', () => {
    expect(schema.parse({ notice: '', days: '30' })).toEqual({
      ...{ notice: null, days: 30, isOpen: false },
    });
    expect(schema.parse({ notice: '0', days: '30', isOpen: 'on' })).toMatchObject({
      ...{ notice: 0, isOpen: true },
    });
    expect(schema.safeParse({ notice: 'soon', days: '' }).error?.issues).toMatchObject([
      { path: ['notice'], message: 'Enter a whole number from 0 to 336.' },
      { path: ['days'], message: 'Enter a whole number from 1 to 730.' },
    ]);
  });
});
