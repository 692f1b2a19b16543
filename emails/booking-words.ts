/** Every mail about a session: to whom, and what about. */
export type BookingMailKind =
  | 'visitor-booked'
  | 'visitor-moved'
  | 'visitor-cancelled'
  | 'visitor-reminder'
  | 'mentor-booked'
  | 'mentor-moved'
  | 'mentor-cancelled'
  /** Mailed while the calendar could not be reached. */
  | 'mentor-unconfirmed'
  /** Its slot went to somebody else while the calendar could not be reached. */
  | 'mentor-conflict'
  /** Came while the calendar could not be reached, by somebody with as many sessions as may be. */
  | 'mentor-too-many'
  /** Came with a date in words only. */
  | 'mentor-undated';

interface Subject {
  /** As the reader may be shown it; empty when that is not at all. */
  name: string;
  sessionType: string;
  when: string;
}

interface Words {
  subject: string;
  eyebrow: string;
  title: string;
  introduction: string | null;
  footer: string;
}

const visitorFooter = 'you receive this because a session was booked with this address';
const mentorFooter = 'booked through the form on your website';

/** What a mail is called and how it begins. */
export function bookingWords({
  kind,
  name,
  sessionType,
  when,
}: Subject & { kind: BookingMailKind }): Words {
  const hello = name ? `Hello ${name}` : 'Hello';
  const toVisitor = (eyebrow: string, introduction: string | null, subject: string): Words => ({
    subject,
    eyebrow,
    title: sessionType,
    introduction,
    footer: visitorFooter,
  });
  const toMentor = (eyebrow: string, introduction: string | null): Words => ({
    subject: `${eyebrow}: ${name}`,
    eyebrow,
    title: name,
    introduction,
    footer: mentorFooter,
  });

  switch (kind) {
    case 'visitor-booked':
      return toVisitor(
        'Your session is booked',
        `${hello}, this is your confirmation. The invitation is attached for your calendar.`,
        `Booked: ${sessionType}, ${when}`,
      );
    case 'visitor-moved':
      return toVisitor(
        'Your session has moved',
        `${hello}, this is the new time. The attached invitation replaces the one before.`,
        `Moved: ${sessionType}, ${when}`,
      );
    case 'visitor-cancelled':
      return toVisitor(
        'Your session is cancelled',
        `${hello}, the session below will not take place. Its time is free again.`,
        `Cancelled: ${sessionType}, ${when}`,
      );
    case 'visitor-reminder':
      return toVisitor(
        'A reminder',
        `${hello}, your session is coming up.`,
        `Reminder: ${sessionType}, ${when}`,
      );
    case 'mentor-booked':
      return toMentor('New Mentorship Booking', null);
    case 'mentor-moved':
      return toMentor('Booking moved', 'The visitor has chosen another time.');
    case 'mentor-cancelled':
      return toMentor('Booking cancelled', 'The visitor has cancelled. The time is free again.');
    case 'mentor-unconfirmed':
      return toMentor(
        'New Mentorship Booking',
        'This came while the calendar on the website could not be reached. It will be entered there; should the time turn out to be taken, another mail says so.',
      );
    case 'mentor-conflict':
      return toMentor(
        'Time already taken',
        'This session was asked for while the calendar could not be reached, and somebody else has its time. It is NOT in the calendar, and the visitor has not been told. Please write to them and agree on another time.',
      );
    case 'mentor-too-many':
      return toMentor(
        'Not in the calendar',
        'This session was asked for while the calendar could not be reached, and as many sessions to come as one email address may have are booked with theirs. It is NOT in the calendar, and the visitor has not been told. Please write to them if it should take place.',
      );
    case 'mentor-undated':
      return toMentor(
        'New Mentorship Booking',
        'This came with the date in words only, so it is not in the calendar on the website. Please agree on the time with the visitor.',
      );
  }
}
