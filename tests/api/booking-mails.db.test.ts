import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  tuesdaySlot,
  tuesdaySlots,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { readCalendar, readInvitation } from '#tests/support/invitations.ts';
import { openTestSite } from '#tests/support/site.ts';

const visitor = visitorWith();
/** The mentor's email address in the settings. */
const siteEmail = 'desk@timevsprice.test';
const mentorsTime = '8 January 2030 at 18:00 SAST (Africa/Johannesburg)';
const visitorsTime = 'Tuesday, 8 January 2030, 11:00 AM, America/New York (GMT−5)';

const siteUrl = 'https://booking.timevsprice.test';
const site = await openTestSite({ now: openingMorning, siteUrl });
const { api, admin, clock, receiver, takeMails } = site;

beforeEach(async () => {
  const value = { ...defaults.site, email: siteEmail };
  const saved = await admin.asMentor('PUT', '/api/settings/site', { version: 0, value });
  expect(saved.status).toBe(200);
});

/** Returns the mail to the visitor and the mail to the mentor sent since the last call. */
async function takeBoth() {
  const mails = await takeMails();
  return { visitor: mails.only(visitorAddress), mentor: mails.only(mentorAddress) };
}

async function book(changes: Record<string, unknown> = {}) {
  const booked = await site.book(changes);
  return { ...booked, manageUrl: siteUrl + booked.path };
}

describe('a booking', () => {
  it('a booking is confirmed to the visitor with an invitation and the private link', async () => {
    const { id, manageUrl } = await book();
    const { visitor } = await takeBoth();
    expect(visitor.mail).toMatchObject({
      subject: `Booked: 1-on-1 Session, ${visitorsTime}`,
      replyTo: [{ address: siteEmail }],
    });
    for (const part of [visitorsTime, mentorsTime, 'Zoom', 'R1000', 'Move or cancel', manageUrl]) {
      expect(visitor.mail.text).toContain(part);
      expect(visitor.mail.html).toContain(part);
    }
    expect(readInvitation(visitor)).toMatchObject({
      method: 'REQUEST',
      uid: `${id}@booking.timevsprice.test`,
      sequence: 0,
      status: 'CONFIRMED',
      start: tuesdaySlot,
      end: '2030-01-08T17:00:00.000Z',
      organizer: 'mailto:no-reply@timevsprice.test',
      attendees: [`mailto:${siteEmail}`, 'mailto:jane@example.com'],
      location: 'Zoom',
    });
    expect(readInvitation(visitor).description).toContain(manageUrl);
  });

  it('a booking is confirmed without the offer to move or cancel if it is too late for that', async () => {
    clock.now = new Date('2030-01-08T13:00:00Z');
    const { manageUrl } = await book();
    const { visitor } = await takeBoth();
    for (const text of [visitor.mail.text, readInvitation(visitor).description]) {
      expect(text).toContain(manageUrl);
      expect(text).not.toMatch(/move or cancel/i);
    }
    expect(visitor.mail.text).toContain('See your booking');
  });

  it('notifies the mentor with an invitation and without the visitor’s link', async () => {
    const { id, manageUrl } = await book({ notes: 'Goals: <b>Patience</b>\nTopics: Gold' });
    const { mentor } = await takeBoth();
    expect(mentor.mail).toMatchObject({
      subject: 'New Mentorship Booking: Jane Doe, Tuesday, 8 January 2030 at 18:00 SAST',
      replyTo: [{ name: 'Jane Doe', address: visitorAddress }],
    });
    for (const part of [mentorsTime, visitorsTime, 'Beginner', 'Topics: Gold'])
      expect(mentor.mail.text).toContain(part);
    expect(mentor.mail.html).not.toContain('<b>Patience');
    expect(mentor.raw).not.toContain(manageUrl);
    expect(readInvitation(mentor)).toMatchObject({
      method: 'REQUEST',
      uid: `${id}@booking.timevsprice.test`,
      attendees: ['mailto:jane@example.com', `mailto:${mentorAddress}`],
    });
  });

  it('a booking lasts as long as its type, and keeps unusual names intact', async () => {
    const name = 'O’Neil; "Zoë", \\ ñ 张';
    await book({ session_type: 'Intro Call', name, time_zone: null });
    const { visitor, mentor } = await takeBoth();
    expect(readInvitation(visitor).end).toBe('2030-01-08T16:15:00.000Z');
    expect(readInvitation(mentor).attendees).toContain('mailto:jane@example.com');
    expect(visitor.mail.text).toContain(mentorsTime);
    expect(visitor.mail.text).toContain(name);
  });
});

describe('a stranger’s words', () => {
  const advert = 'Buy gold at https://evil.example/now or evil.shop';
  const notes = `Goals: see www.evil.shop\nTopics: ${advert}`;

  it('a stranger’s words are left out of mail to third parties', async () => {
    await book({ name: advert.padEnd(200, '!'), notes });
    const { visitor: mail, mentor } = await takeBoth();
    for (const part of [mail.mail.subject, mail.mail.text, mail.mail.html, mail.raw])
      expect(part).not.toMatch(/evil|gold at/i);
    expect(mail.mail.text).toContain('Hello, this is your confirmation.');
    expect(readInvitation(mail).attendees).toContain('mailto:jane@example.com');

    // The mentor can read the words, but none of them is a link.
    const words = (mentor.mail.text ?? '').replaceAll('\u200a', '');
    expect(words).toContain('see www.evil.shop');
    expect(words).toContain(advert);
    for (const part of [mentor.mail.subject, mentor.mail.text, mentor.mail.html])
      expect(part).not.toMatch(/evil\.\w|www\.evil|https:\/\/evil/);
    expect(mentor.mail.html).not.toMatch(/href="(?!mailto:)[^"]*evil/);
  });

  it('a stranger’s words are limited to sixty characters of a name, and cannot start a header', async () => {
    const name = `Jane\r\nBcc ${'x'.repeat(180)}`;
    await book({ name });
    const { visitor: mail, mentor } = await takeBoth();
    expect(mail.mail.text).toContain(`Hello Jane Bcc ${'x'.repeat(50)}…, this is`);
    for (const { raw } of [mail, mentor]) {
      expect(raw).not.toMatch(/^Bcc/im);
      expect(raw.replaceAll(/=\r?\n|\r?\n /g, '')).not.toContain('x'.repeat(60));
    }
  });
});

describe('a change', () => {
  it('raises the sequence number of the calendar entry, and a cancellation cancels the entry', async () => {
    const { id, manageUrl } = await book();
    const { uid } = readInvitation((await takeBoth()).visitor);

    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[2] ?? '') }, visitor);
    const moved = await takeBoth();
    for (const mail of [moved.visitor, moved.mentor]) {
      expect(readInvitation(mail)).toMatchObject({
        method: 'REQUEST',
        uid,
        sequence: 1,
        start: tuesdaySlots[2],
      });
      expect(mail.mail.text).toContain('20:00 SAST (Africa/Johannesburg)');
    }
    expect(moved.visitor.mail.text).toContain(manageUrl);
    expect(moved.mentor.mail.subject).toContain('Booking moved: Jane Doe, ');

    await api.services.cancelBooking({ id }, visitor);
    const cancelled = await takeBoth();
    for (const mail of [cancelled.visitor, cancelled.mentor]) {
      expect(readInvitation(mail)).toMatchObject({
        method: 'CANCEL',
        uid,
        sequence: 2,
        status: 'CANCELLED',
        start: tuesdaySlots[2],
      });
    }
    expect(cancelled.mentor.mail.subject).toContain('Booking cancelled: Jane Doe, ');
    // A cancelled booking cannot be changed.
    expect(cancelled.visitor.mail.text).not.toContain(manageUrl);

    await api.services.cancelBooking({ id }, visitor);
    expect((await takeMails()).all).toEqual([]);
  });

  it('a change to the same slot does nothing', async () => {
    const { id } = await book();
    await takeBoth();
    await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlot) }, visitor);
    expect((await takeMails()).all).toEqual([]);
  });

  it('a change to a taken or unavailable time is refused and changes nothing', async () => {
    const { id, token } = await book();
    await book({ booking_date: tuesdaySlots[1], email: 'rival@example.com' });
    const move = (slot = '') => api.services.moveBooking({ id, startsAt: new Date(slot) }, visitor);
    await expect(move(tuesdaySlots[1])).rejects.toMatchObject({ status: 409, code: 'slot-taken' });
    for (const [slot, message] of [
      ['2030-01-08T15:00:00Z', 'Choose one of the available times.'],
      ['2030-01-06T09:00:00Z', 'That time has passed. Choose another.'],
    ]) {
      const fieldErrors = [{ field: 'booking_date', message }];
      await expect(move(slot)).rejects.toMatchObject({ status: 422, fieldErrors });
    }
    expect(await api.services.findManagedBooking(token)).toMatchObject({ startsAt: tuesdaySlot });
  });

  it('a change is possible until twelve hours before the start', async () => {
    const { id } = await book();
    const closed = {
      status: 409,
      code: 'booking-closed',
      userMessage:
        'You can change a session here until 12 hours before it starts, or for 15 minutes after you book it. Please contact your mentor.',
    };
    const cancelled = { ...closed, userMessage: 'This session has been cancelled.' };
    const slot = new Date(tuesdaySlots[1] ?? '');
    clock.now = new Date('2030-01-08T04:00:00Z');
    await expect(api.services.moveBooking({ id, startsAt: slot }, visitor)).rejects.toMatchObject(
      closed,
    );
    await expect(api.services.cancelBooking({ id }, visitor)).rejects.toMatchObject(closed);
    clock.now = new Date('2030-01-08T03:59:59Z');
    await api.services.cancelBooking({ id }, visitor);
    await expect(api.services.moveBooking({ id, startsAt: slot }, visitor)).rejects.toMatchObject(
      cancelled,
    );
  });

  it('a change is possible for fifteen minutes after a late booking, and the page and the email say so', async () => {
    clock.now = new Date('2030-01-08T13:02:37.265Z');
    const { id, token } = await book();
    // The database sets the time of a booking, so its first email can't know the test's clock.
    await takeBoth();
    await api.db.update(bookings).set({ createdAt: clock.now }).where(eq(bookings.id, id));
    expect(await api.services.findManagedBooking(token)).toMatchObject({
      state: 'changeable',
      graceEndsAt: '2030-01-08T13:17:37.265Z',
    });
    const slot = new Date(tuesdaySlots[1] ?? '');
    await api.services.moveBooking({ id, startsAt: slot }, visitor);
    expect((await takeBoth()).visitor.mail.text).toMatch(
      /Change by: +Tuesday, 8 January 2030, 8:17 AM/,
    );
    clock.now = new Date('2030-01-08T13:17:37.265Z');
    const closed = { status: 409, code: 'booking-closed' };
    await expect(api.services.cancelBooking({ id }, visitor)).rejects.toMatchObject(closed);
    clock.now = new Date('2030-01-08T13:17:37.264Z');
    await api.services.cancelBooking({ id }, visitor);
  });

  it('tells the mentor why the client cancelled', async () => {
    const { id } = await book();
    await takeBoth();
    await api.services.cancelBooking({ id, reason: 'I am ill, see evil.test' }, visitor);
    const mails = await takeBoth();
    expect(mails.mentor.mail.text).toContain('I am ill');
    expect(mails.mentor.mail.text).not.toContain('evil.test');
    expect(mails.visitor.mail.text).not.toContain('I am ill');
  });
});

describe('the private link', () => {
  it.each(['US/Pacific-New', 'Factory', 'SystemV/PST8', 'Mars/Base'])(
    'shows the mentor’s time for a booking that was stored in the time zone %s',
    async (timeZone) => {
      const { id, token } = await book();
      await takeBoth();
      await api.db.update(bookings).set({ timeZone }).where(eq(bookings.id, id));
      expect(await api.services.findManagedBooking(token)).toMatchObject({ timeZone: null });
      await api.services.moveBooking({ id, startsAt: new Date(tuesdaySlots[2] ?? '') }, visitor);
      const { text } = (await takeBoth()).visitor.mail;
      expect(text).toContain('20:00 SAST (Africa/Johannesburg)');
      expect(text).not.toContain(timeZone);
    },
  );

  it('the private link opens its booking, and any other token opens nothing', async () => {
    const { id, token } = await book();
    expect(await api.services.getManagedBookingId(token)).toEqual({ id });
    expect(await api.services.findManagedBooking(token)).toEqual({
      id,
      sessionType: '1-on-1 Session',
      meetingType: 'Zoom',
      timeZone: 'America/New_York',
      rules: {
        minutes: 60,
        gridMinutes: 60,
        gapMinutes: 0,
        bookableDays: 365,
        leastNoticeHours: 0,
      },
      isMailed: true,
      isUnconfirmed: false,
      price: 'R1000',
      startsAt: tuesdaySlot,
      message: null,
      changeableUntil: '2030-01-08T04:00:00.000Z',
      graceEndsAt: null,
      cutOffHours: 12,
      joinDetails: null,
      heldUntil: null,
      canRebook: false,
      cancellation: null,
      moneyText: null,
      testText: null,
      packageText: null,
      payLink: null,
      state: 'changeable',
      reminders: { isRefused: false, minutesBefore: [1440, 60] },
    });
    const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
    for (const wrong of ['', 'x', id, token.slice(0, -1), `${token}A`, `${token}=`, flipped]) {
      expect(await api.services.findManagedBooking(wrong)).toBeUndefined();
      expect(await api.services.composeCalendarFile(wrong)).toBeUndefined();
    }
  });

  it('the private link offers the session as a calendar file until it is cancelled', async () => {
    const { id, token } = await book();
    expect(readCalendar((await api.services.composeCalendarFile(token)) ?? '')).toMatchObject({
      method: 'PUBLISH',
      uid: `${id}@booking.timevsprice.test`,
      start: tuesdaySlot,
      attendees: [],
    });
    await api.services.cancelBooking({ id }, visitor);
    expect(await api.services.composeCalendarFile(token)).toBeUndefined();
    expect(await api.services.findManagedBooking(token)).toMatchObject({ state: 'cancelled' });
  });
});

describe('a deletion', () => {
  it('a deletion sends no mail, cancels queued mails, and erases the person when it is permanent', async () => {
    receiver.behave('refuse');
    const { id } = await book();
    await expect.poll(receiver.offered).toBeGreaterThan(1);
    await api.services.deleteBooking({ id });
    receiver.behave('accept');
    expect((await takeMails()).all).toEqual([]);
    const rows = () => api.db.select().from(mailDeliveries);
    const calledOff = { status: 'cancelled' };
    expect(await rows()).toMatchObject([calledOff, calledOff]);
    await api.services.trash.deleteForGood({ kind: 'bookings', id });
    const forgotten = { recipient: '', subject: '', lastError: null, payload: null };
    expect(await rows()).toMatchObject(Array(2).fill({ ...calledOff, ...forgotten }));
  });
});
