import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReference, findReference, findReferences } from './reference.ts';

/** Draws as from a list of numbers. */
function drawFrom(numbers: number[]) {
  const left = [...numbers];
  return (below: number) => (left.shift() ?? 0) % below;
}

const references = fc
  .array(fc.nat(22), { minLength: 4, maxLength: 4 })
  .map((numbers) => createReference(drawFrom(numbers)));

const characters = '23456789CDFGHJKMNPQRTWX';

describe('a new reference', () => {
  it('a new reference is short, and has no characters that look alike', () => {
    fc.assert(
      fc.property(references, (reference) => {
        expect(reference).toMatch(/^TP-[2-9CDFGHJKMNPQRTWX]{5}$/);
      }),
    );
  });

  it('a new reference differs with every draw', () => {
    const all = new Set<string>();
    for (let first = 0; first < 23; first += 1) {
      for (let last = 0; last < 23; last += 1)
        all.add(createReference(drawFrom([first, 4, 9, last])));
    }
    expect(all.size).toBe(23 * 23);
  });
});

describe('on a bank statement', () => {
  it.each([
    'TP-7K4Q2',
    'tp-7k4q2',
    'tp 7k4q2',
    'TP7K4Q2',
    'Tp7k4Q2',
    'TP - 7K4Q2',
    'TP–7K4Q2',
    'TP_7K4Q2',
    'TP\u00A07K4Q2',
    'PAYMENT FROM J SMITH TP-7K4Q2',
    'FNB APP PAYMENT FROM TP7K4Q2',
    'ACB CREDIT CAPITEC   tp-7k4q2, thanks',
    'IB PAYMENT FROM TP 7K4Q2 0204 000000000000111',
    'TP-7K4Q2 / TP7K4Q2',
    'ref:TP-7K4Q2.',
  ])('a reference on a bank statement is found in %j', (text) => {
    expect(findReference(text)).toBe('TP-7K4Q2');
  });

  it.each([
    '',
    'TP',
    'TP-',
    'TP-7K4Q',
    'TP-7K4Q22',
    'TP-7K4Q2A',
    'XTP-7K4Q2',
    'HTTP7K4Q2',
    'T P 7K4Q2',
    '7K4Q2',
    'TP-7K4 Q2',
    'TP-7K4-Q2',
    'TP-7K4Q 2 JAN',
    'TP-7K4Q3',
    'TP-7K4QZ',
    'TP-7K402',
    'TP-K74Q2',
    'TP-7K42Q',
    'PT-7K4Q2',
    'TP7K4Q2É',
    'ŠTP-7K4Q2',
    'TP----7K4Q2',
  ])('a reference on a bank statement is not found in the near miss %j', (text) => {
    expect(findReferences(text)).toEqual([]);
  });

  it('a reference on a bank statement is not guessed if there are two', () => {
    const other = createReference(drawFrom([1, 2, 3, 4]));
    expect(findReferences(`TP-7K4Q2 and ${other}`)).toEqual(['TP-7K4Q2', other]);
    expect(findReference(`TP-7K4Q2 and ${other}`)).toBeUndefined();
  });

  it('a reference on a bank statement is never found with one wrong character, or with two that are swapped', () => {
    const at = fc.integer({ min: 3, max: 7 });
    fc.assert(
      fc.property(
        references,
        at,
        at,
        fc.constantFrom(...characters),
        (reference, one, other, wrong) => {
          const typed = [...reference];
          typed[one] = wrong;
          if (wrong !== reference[one]) expect(findReferences(typed.join(''))).toEqual([]);
          const swapped = [...reference];
          [swapped[one], swapped[other]] = [reference.charAt(other), reference.charAt(one)];
          if (reference[one] !== reference[other]) {
            expect(findReferences(swapped.join(''))).toEqual([]);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('a reference on a bank statement is found in linear time', () => {
    expect(findReferences('TP-7K4Q'.repeat(50_000))).toEqual([]);
  });
});
