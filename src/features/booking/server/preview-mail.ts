import { toSessionTerms } from '#features/availability/server/index.ts';
import type { PreviewMail } from '#features/settings/rules/index.ts';
import { parseValue, type ReadSettings } from '#features/settings/server/index.ts';
import { composeBookingMail } from './compose-booking-mail.ts';

interface PreviewDeps {
  readSettings: ReadSettings;
  now: () => Date;
}

const hourMs = 3_600_000;

/** The example session starts in two days, on the hour. */
const exampleStart = (now: Date) =>
  new Date(Math.ceil(now.getTime() / hourMs) * hourMs + 48 * hourMs);

/** Returns an email about a session with unsaved texts. Throws 422, like saving. */
export async function previewMail(
  { readSettings, now }: PreviewDeps,
  { mail, value }: { mail: PreviewMail; value: unknown },
): Promise<{ subject: string; html: string }> {
  const settings = { ...(await readSettings()), texts: parseValue('texts', value) };
  const { offers, booking, calendar, recipient } = settings;
  const { subject, html } = await composeBookingMail(
    {
      id: '00000000-0000-4000-8000-000000000000',
      name: 'Thandi',
      email: 'thandi@example.com',
      notes: '',
      joinDetails: null,
      phone: null,
      ...toSessionTerms(offers.mentorshipOptions[0]?.title ?? '', offers),
      startsAt: exampleStart(now()),
      meetingType: 'Zoom',
      tradingKnowledge: 'Beginner',
      timeZone: booking.timeZone,
    },
    {
      key: 'preview',
      kind: mail === 'confirmation' ? 'visitor-booked' : 'visitor-reminder',
      settings,
      recipient,
      sequence: 0,
      receivedAt: now(),
      manageUrl: `${calendar.siteUrl}/booking/example`,
      isChangeable: true,
      isRefusable: booking.reminderMinutes.length > 0,
      // The admin's security policy allows no style sheet in a preview.
      hasStyleSheet: false,
    },
  );
  return { subject, html };
}
