import { keepHours } from '#features/availability/server/index.ts';
import {
  bookingMailPrefix,
  findTrashedBooking,
  scheduleReminders,
  unlessTaken,
  untrashBooking,
} from '#features/booking/server/index.ts';
import { leadMailPrefix } from '#features/leads/server/index.ts';
import { requeueCancelled } from '#features/mail/server/index.ts';
import type { TrashKind, TrashParam } from '#features/trash/rules/trash.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { mailJob } from '#platform/jobs/send-mail.ts';
import type { TrashDeps } from './create-trash-services.ts';
import { restoreFromTrash } from './queries/trash.ts';

/**
 * Restores an entry in one transaction. Emails that its deletion cancelled are sent after all.
 * Throws 404, and for a booking `slot-taken` or `package-closed` (409): its time, or the last session of its
 * package, was booked since.
 */
export const restoreEntry = (deps: TrashDeps, { kind, id }: TrashParam): Promise<void> =>
  deps.db.transaction(async (transaction) => {
    if (kind === 'bookings') return restoreBooking(deps, transaction, id);
    if (!(await restoreFromTrash(transaction, kind, id))) throw recordNotFound();
    if (kind === 'leads') await sendCalledOff(deps, transaction, leadMailPrefix(id));
  });

/** Restores several entries. Returns the ids of those that are no longer in the trash. */
export async function restoreEntries(
  deps: TrashDeps,
  { kind, ids }: { kind: TrashKind; ids: string[] },
): Promise<string[]> {
  const gone: string[] = [];
  for (const id of ids) {
    await restoreEntry(deps, { kind, id }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.status === 404)) throw error;
      gone.push(id);
    });
  }
  return gone;
}

/**
 * Restores a booking as it was: the order that its deletion cancelled awaits money again. A hold that
 * has ended meanwhile is released like any other.
 */
async function restoreBooking(deps: TrashDeps, transaction: Transaction, id: string) {
  await deps.orders.lockForBooking(transaction, id);
  // Locks the reminder settings.
  await keepHours(transaction);
  const booking = await findTrashedBooking(transaction, id);
  if (!booking) throw recordNotFound();
  const restored = await unlessTaken(transaction, (savepoint) => untrashBooking(savepoint, id));
  if (!restored) throw timeTaken();
  const { deletedAt, cancelledAt } = booking;
  if (deletedAt && !cancelledAt) await deps.orders.reopenForBooking(transaction, id, deletedAt);
  // A past session needs no emails.
  if (booking.startsAt <= deps.now()) return;
  await sendCalledOff(deps, transaction, bookingMailPrefix(id));
  if (!cancelledAt) await scheduleReminders(deps, transaction, booking);
}

const timeTaken = () =>
  new AppError(
    409,
    'slot-taken',
    'That time has been booked since. Move, cancel or delete the other booking first.',
  );

async function sendCalledOff({ sendMail }: TrashDeps, transaction: Transaction, keyPrefix: string) {
  for (const payload of await requeueCancelled(transaction, keyPrefix))
    await sendMail(transaction, mailJob.parse(payload));
}
