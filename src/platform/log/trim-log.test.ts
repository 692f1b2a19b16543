import { expect, it } from 'vitest';
import { keepLinesSince } from './trim-log.ts';

const at = (time: string, words: string) => `2030-01-01 ${time}.123 UTC [7] LOG:  ${words}`;

it('keeps the lines from an instant on, with their continuation lines', () => {
  const log = [at('08:00:00', 'one'), '\tmore of one', at('09:00:00', 'two'), '\tmore', ''];
  const since = (time: string) => keepLinesSince(log.join('\n'), new Date(`2030-01-01T${time}Z`));
  expect(since('07:00:00')).toBe(log.join('\n'));
  expect(since('09:00:00')).toBe(log.slice(2).join('\n'));
  expect(since('09:00:01')).toBe('');
});
