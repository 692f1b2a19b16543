import { expect, it } from 'vitest';
import { canQueue, describeFilm, type ListedFilm } from './film.ts';

const film = (state: ListedFilm['state']): ListedFilm => ({ state, percent: 37, reason: null });

it.each<[ListedFilm['state'], string]>([
  ['unconverted', 'This film may not play on every phone.'],
  ['waiting', 'Waiting to be converted.'],
  ['converting', 'Converting: 37 %'],
  ['ready', 'Plays on every phone.'],
])('says that a film is %s', (state, said) => {
  expect(describeFilm(film(state), 'on')).toBe(said);
});

it('says why a film failed, also on a server that converts none', () => {
  const failed = { ...film('failed'), reason: 'It has no picture.' };
  for (const converter of ['on', 'off', 'missing'] as const)
    expect(describeFilm(failed, converter)).toBe(
      'This film can’t be converted. It has no picture.',
    );
});

it('asks for ffmpeg while there is none, and is silent if the operator wants no conversion', () => {
  for (const state of ['unconverted', 'waiting', 'converting'] as const) {
    expect(describeFilm(film(state), 'missing')).toBe(
      'This film may not play on every phone. Install ffmpeg on the server.',
    );
    expect(describeFilm(film(state), 'off')).toBeUndefined();
  }
});

it('offers a press for films that failed or were never converted, where it helps', () => {
  const states = ['unconverted', 'waiting', 'converting', 'ready', 'failed'] as const;
  const offered = (converter: 'on' | 'off' | 'missing') =>
    states.filter((state) => canQueue(film(state), converter));
  expect(offered('on')).toEqual(['unconverted', 'failed']);
  expect(offered('missing')).toEqual([]);
  expect(offered('off')).toEqual([]);
});
