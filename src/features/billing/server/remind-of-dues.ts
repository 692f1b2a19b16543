import { findNextDue, toDues } from '#features/orders/rules/index.ts';
import { listDues, listOrdersDue, queueOrderMail } from '#features/orders/server/index.ts';
import type { PaymentDeps } from '#features/payments/server/index.ts';
import { mentorDay } from '#features/settings/server/index.ts';
import { addDays } from '#rules/zoned-time.ts';

/** How many days before a due its reminder is sent, and after it. */
const daysBefore = 3;
const daysAfter = 2;

/** How many days late a reminder is still sent, after an outage. */
const graceDays = 3;

/** Queues the emails about dues that come near or were not paid, each once. Only orders with money get them. */
export async function remindOfDues(deps: PaymentDeps): Promise<void> {
  const today = mentorDay(deps.now(), (await deps.readSettings()).booking);
  const window = { from: addDays(today, -daysAfter - graceDays), to: addDays(today, daysBefore) };
  for (const order of await listOrdersDue(deps.db, window)) {
    await deps.db.transaction(async (transaction) => {
      const next = findNextDue(toDues(order, await listDues(transaction, order.id)));
      if (!next?.dueOn || next.dueOn < window.from || next.dueOn > window.to) return;
      const isLate = next.dueOn <= addDays(today, -daysAfter);
      // Between the two reminders there is nothing to say.
      if (!isLate && next.dueOn < today) return;
      const about = { about: `due-${next.number}`, cents: next.openCents };
      const occasion = isLate ? 'due-late' : 'due-soon';
      await queueOrderMail(deps, transaction, order, { ...about, occasion, audience: 'buyer' });
      if (isLate)
        await queueOrderMail(deps, transaction, order, { ...about, occasion, audience: 'mentor' });
    });
  }
}
