import { describe, expect, it } from 'vitest';
import { toFormNotice } from './form-notice.ts';

const legal = {
  version: 3,
  offer: null,
  retention: {
    leadMonths: 13,
    bookingMonths: 17,
    mailMonths: 1,
    activityMonths: 5,
    logDays: 11,
    trashDays: 1,
    backupMonths: 7,
  },
};

describe('the notice of a form', () => {
  it('says how long a lead or a booking is kept', () => {
    expect(toFormNotice(legal, 'lead').line).toBe(
      'Only your mentor sees this. Kept for 13 months.',
    );
    expect(toFormNotice(legal, 'booking').line).toBe(
      'Only your mentor sees this. Kept for 17 months after your session.',
    );
  });

  it('the notice of a form says how long orders are kept, if the form can place one', () => {
    expect(toFormNotice(legal, 'lead', true).line).toBe(
      'Only your mentor sees this. Kept for 13 months. Orders are kept for 5 years.',
    );
  });
});
