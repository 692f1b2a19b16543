import { expect, it } from 'vitest';
import { readComponents } from './calendar-components.ts';

it('a calendar is read in linear time, however many components have no end, or ends no component', () => {
  const count = 300_000;
  const text = `BEGIN:VEVENT\n${'BEGIN:VTODO\n'.repeat(count)}${'END:VEVENT\n'.repeat(count)}`;
  const components = readComponents(text);
  expect(components).toHaveLength(count + 1);
  expect(components.filter(({ isEnded }) => isEnded)).toMatchObject([{ kind: 'VEVENT' }]);
});
