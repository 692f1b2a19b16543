import type { BookingSettings } from '#features/settings/rules/index.ts';

/** The default booking rules of a new site. */
export const booking: BookingSettings = {
  timeZone: 'Africa/Johannesburg',
  timeZoneLabel: 'SAST',
  openingHours: {
    1: [22, 23],
    2: [18, 19, 20, 21, 22, 23],
    3: [18, 19, 20, 21, 22, 23],
    4: [18, 19, 20, 21, 22, 23],
    5: [18, 19, 20, 21, 22, 23],
    6: [8, 9, 10, 11],
    7: [8, 9, 10, 11],
  },
  bookableDays: 365,
  leastNoticeHours: 0,
  changeCutOffHours: 12,
  reminderMinutes: [24 * 60, 60],
  joining: { 'Microsoft Teams': '', 'WhatsApp Video Call': '', Zoom: '', 'Google Meet': '' },
};
