import type { MailPreview } from '#domain/settings/mail-words.ts';
import { toSessionTerms } from '#server/services/bookings/mentorship-session.ts';
import { composeBookingMail } from '#server/services/mail/compose-booking-mail.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';

interface PreviewDeps {
  readFacts: ReadFacts;
  now: () => Date;
}

const hourMs = 3_600_000;

/** When the session of the example is: two days from now, on a whole hour. */
const exampleStart = (now: Date) =>
  new Date(Math.ceil(now.getTime() / hourMs) * hourMs + 48 * hourMs);

/** Dark colours: the policy of the admin's pages allows no style sheet inside what they show. */
const styleSheets = /<style>.*?<\/style>/gs;

/** Returns a mail about a session as it would be with these words, to look at before they are saved. */
export async function previewMail(
  { readFacts, now }: PreviewDeps,
  { mail, words }: MailPreview,
): Promise<{ subject: string; html: string }> {
  const facts = await readFacts();
  const { texts, offers, booking, calendar } = facts;
  const composed = await composeBookingMail(
    {
      id: '00000000-0000-4000-8000-000000000000',
      ...{ name: 'Thandi', email: 'thandi@example.com', notes: '', joinDetails: null },
      phone: null,
      ...toSessionTerms(offers.mentorshipOptions[0]?.title ?? '', offers),
      startsAt: exampleStart(now()),
      ...{ meetingType: 'Zoom', tradingKnowledge: 'Beginner', timeZone: booking.timeZone },
    },
    {
      key: 'preview',
      kind: mail === 'confirmation' ? 'visitor-booked' : 'visitor-reminder',
      facts: { ...facts, texts: { ...texts, mails: { ...texts.mails, [mail]: words } } },
      ...{ recipient: facts.recipient, sequence: 0, receivedAt: now() },
      manageUrl: `${calendar.siteUrl}/booking/example`,
      isChangeable: true,
      isRefusable: booking.reminderMinutes.length > 0,
    },
  );
  return { subject: composed.subject, html: composed.html.replaceAll(styleSheets, '') };
}
