import { expect, it } from 'vitest';
import { describeForecast, type FilmHeaders, forecast } from './film-forecast.ts';

const usual: FilmHeaders = {
  isMp4: true,
  ...{ video: 'avc', audio: 'aac', width: 1080, height: 1920, isHdr: false, seconds: 600 },
};
const say = (changes: Partial<FilmHeaders>, isConverting = true) =>
  describeForecast(forecast({ ...usual, ...changes }), isConverting);

it.each<Partial<FilmHeaders>>([{}, { audio: undefined }, { width: 320, height: 180 }])(
  'a film that every browser plays stays as it is: %j',
  (changes) => {
    expect(say(changes)).toBe('Plays on every phone.');
    expect(say(changes, false)).toBe('Plays on every phone.');
  },
);

it.each<Partial<FilmHeaders>>([
  { video: 'hevc' },
  { video: null },
  { audio: null },
  { audio: 'opus' },
  { isMp4: false },
  { width: 1922, height: 1080 },
  { isHdr: true },
])('another film is converted: %j', (changes) => {
  expect(say(changes)).toMatch(
    /^The server converts it for phones once you have saved it, in about/,
  );
  expect(say(changes, false)).toMatch(/ can’t play this video\. Export it as H\.264/);
});

it('says how long it takes, if the length is known', () => {
  const hevc = { video: 'hevc', width: 1920, height: 1080 };
  expect(say(hevc)).toContain(', in about 9 min.');
  expect(say({ ...hevc, width: 320, height: 180, seconds: 37.265 })).toContain(
    ', in less than a minute.',
  );
  expect(say({ ...hevc, seconds: undefined })).toBe(
    'The server converts it for phones once you have saved it.',
  );
});

it('says how few play a film as it is', () => {
  for (const video of ['hevc', null]) expect(say({ video }, false)).toMatch(/^Many browsers/);
  for (const video of ['avc', 'vp8', 'vp9', 'av1'])
    expect(say({ video, audio: 'opus' }, false)).toMatch(/^Some phones/);
});

it('a film without a picture is damaged', () => {
  expect(say({ video: undefined })).toBe('This file is damaged. Export it again as MP4.');
});
