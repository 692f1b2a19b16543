import {
  listBookingsFrom,
  listLiveBookings,
  sessionSpan,
} from '#features/availability/server/index.ts';
import { listLeadsOf } from '#features/people/server/index.ts';
import type { SettingsService } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { findJoinDetails } from '#rules/joining.ts';
import { toAddress } from '#rules/mailbox.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { addDays, instantInZone } from '#rules/zoned-time.ts';

interface TodayDeps {
  db: Executor;
  settings: Pick<SettingsService, 'read'>;
  now: () => Date;
}

/**
 * Returns the sessions of today and tomorrow in the mentor's time zone, or the next one after that.
 */
export async function readToday({ db, settings, now }: TodayDeps) {
  const { timeZone, joining } = (await settings.read()).booking;
  const day = dayInZone(now(), timeZone);
  const from = instantInZone(day, '00:00', timeZone);
  const to = instantInZone(addDays(day, 2), '00:00', timeZone);
  const soon = await listLiveBookings(db, { from, to });
  const shown = soon.length > 0 ? soon : await listBookingsFrom(db, to, 1);
  const phones = await findPhones(db, shown);
  return {
    day,
    sessions: shown.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      phone: row.phone ?? (row.email && phones.get(toAddress(row.email))) ?? null,
      session_type: row.sessionType,
      meeting_type: row.meetingType,
      booking_date: row.startsAt,
      ends_at: sessionSpan(row).to,
      held_until: row.heldUntil,
      time_zone: row.timeZone,
      joining: findJoinDetails(row, joining),
    })),
  };
}

/** Returns the phone numbers from the clients' latest inquiries. */
async function findPhones(db: Executor, clients: { email: string | null }[]) {
  const mailboxes = clients.flatMap(({ email }) => (email ? [toAddress(email)] : []));
  const leads = mailboxes.length > 0 ? await listLeadsOf(db, { mailboxes }) : [];
  return new Map(
    leads.flatMap(({ email, phone, deleted_at }) =>
      phone && !deleted_at ? [[toAddress(email), phone] as const] : [],
    ),
  );
}
