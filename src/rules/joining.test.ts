import { expect, it } from 'vitest';
import { findJoinDetails, findJoinLink } from './joining.ts';

const joining = { Zoom: 'https://zoom.example/j/1', 'Google Meet': '' };

it.each([
  ['the booking’s own first', 'https://own.example/1', 'Zoom', 'https://own.example/1'],
  ['that of its meeting type', null, 'Zoom', 'https://zoom.example/j/1'],
  ['nothing if none is set', null, 'Google Meet', null],
  ['nothing for an unknown type', null, 'constructor', null],
])('finds how to join a session: %s', (_, joinDetails, meetingType, found) => {
  expect(findJoinDetails({ joinDetails, meetingType }, joining)).toBe(found);
});

it.each([
  ['https://zoom.example/j/1?pwd=2', 'https://zoom.example/j/1?pwd=2'],
  ['https://me:secret@zoom.example/j/1', undefined],
  ['+27 82 123 4567', undefined],
  ['javascript:alert(1)', undefined],
  ['Come to https://zoom.example', undefined],
  [null, undefined],
])('tells a link from a number: %s', (details, link) => {
  expect(findJoinLink(details)).toBe(link);
});
