import { expect, it } from 'vitest';
import { leadChange } from './lead-state.ts';

it('accepts a note, reads an empty one as null, and limits its length', () => {
  const read = (note: unknown) => leadChange.safeParse({ version: 1, note });
  expect(read(' Rang twice ').data).toEqual({ version: 1, note: 'Rang twice' });
  for (const empty of ['', '  ', null]) expect(read(empty).data?.note).toBeNull();
  expect(leadChange.parse({ version: 1, state: 'won' })).not.toHaveProperty('note');
  expect(read('x'.repeat(10_001)).error?.issues[0]).toMatchObject({
    message: 'Use fewer than 10,000 characters.',
  });
});
