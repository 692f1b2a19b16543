import { expect, it } from 'vitest';
import { describeReminders } from './reminder-text.ts';

it.each([
  [[1440, 60], ', and a reminder a day and an hour before'],
  [[10_080, 2_880, 90], ', and a reminder a week, 2 days and 90 minutes before'],
  [[15], ', and a reminder 15 minutes before'],
  [[], ''],
])('%j: %s', (minutes, text) => {
  expect(describeReminders(minutes)).toBe(text);
});
