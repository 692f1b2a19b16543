import { bookingRules } from '#content/booking-rules.ts';
import { remindersOf } from '#domain/booking-rules.ts';
import type { Transaction } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import type { CallOffMails, SendMail } from '#server/jobs/jobs.ts';
import { nameToId } from '#server/services/submissions/submission.ts';
import type { MentorshipSession } from './mentorship-session.ts';
import { bookingMailPrefix } from './queue-booking-mails.ts';

type Appointment = Pick<MentorshipSession, 'id' | 'startsAt'>;

/** Names the reminder of one start: a session that is moved has others. */
const reminderKey = ({ id, startsAt }: Appointment, minutesBefore: number) =>
  `${bookingMailPrefix(id)}reminder:${minutesBefore}:${startsAt.toISOString()}`;

/** Makes the jobs of the reminders that are still to come, within the booking's transaction. */
export async function scheduleReminders(
  { sendMail, now }: { sendMail: SendMail; now: () => Date },
  transaction: Transaction,
  appointment: Appointment,
): Promise<void> {
  const { id: bookingId, startsAt } = appointment;
  const reminders = remindersOf(startsAt, bookingRules.reminderMinutes, now());
  for (const { minutesBefore, at } of reminders) {
    const mail = reminderKey(appointment, minutesBefore);
    const payload = { bookingId, startsAt: startsAt.toISOString(), minutesBefore, mail };
    const schedule = { id: nameToId(mail), at };
    await sendMail(transaction, { kind: 'booking-reminder', ...payload }, schedule);
  }
}

/** Takes the reminders back, one that is being retried included, within the transaction that makes them pointless. */
export async function callOffReminders(
  { callOffMails }: { callOffMails: CallOffMails },
  transaction: Transaction,
  appointment: Appointment,
): Promise<void> {
  const keys = bookingRules.reminderMinutes.map((minutes) => reminderKey(appointment, minutes));
  await callOffMails(transaction, keys.map(nameToId));
  for (const key of keys) await recordGivenUp(transaction, key, 'cancelled');
}
