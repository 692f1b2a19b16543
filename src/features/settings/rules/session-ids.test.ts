import { expect, it } from 'vitest';
import { addSessionIds } from './session-ids.ts';

it('gives session types without an id one that is made from the title', () => {
  const types = ['1-on-1 Session', 'Zoë’s 𝗧alk', '张伟', ''].map((title) => ({ id: '', title }));
  expect(addSessionIds(types).map(({ id }) => id)).toEqual([
    '1-on-1-session',
    'zoe-s-talk',
    'session',
    'session-2',
  ]);
});

it('keeps the ids of renamed and sorted types', () => {
  const types = [
    { id: '', title: 'Intro Call' },
    { id: 'intro-call', title: 'First Call' },
    { id: 'review', title: 'Review' },
    { id: 'review', title: 'A copy' },
  ];
  expect(addSessionIds(types).map(({ id }) => id)).toEqual([
    'intro-call-2',
    'intro-call',
    'review',
    'a-copy',
  ]);
});

it('adds ids to stored types that have none', () => {
  expect(addSessionIds([{ title: 'Intro Call' }])).toEqual([
    { id: 'intro-call', title: 'Intro Call' },
  ]);
});
