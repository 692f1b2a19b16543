import { randomUUID } from 'node:crypto';
import { booking } from '#content/booking.ts';
import { openingSlots } from '#domain/slots.ts';
import { sessionBody, sessionNotice } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import type { BookingEntry, LeadEntry, Ledger } from './ledger.ts';
import { isGood, isRefused, send, sendJson } from './send.ts';

const dayMs = 24 * 3_600_000;

/** So many of the next times that are free are asked for at once: some by two visitors. */
const choice = 12;

/** How often somebody presses the button again whose message did not go through. */
const presses = 3;

interface Site {
  url: string;
}

/** Sends a record as a page does: to its table, else by the fallback. Says who took it, if anybody did. */
async function submit(
  { url }: Site,
  path: string,
  record: object,
  notice: object,
): Promise<'stored' | 'delivered' | 'refused' | undefined> {
  for (let press = 1; press <= presses; press += 1) {
    const stored = await sendJson(url + path, record);
    if (isGood(stored)) {
      // Nobody waits for it.
      void sendJson(`${url}/contact.php`, notice);
      return 'stored';
    }
    if (isRefused(stored)) return 'refused';
    const delivered = await sendJson(`${url}/contact.php`, notice);
    if (isGood(delivered)) return 'delivered';
    if (isRefused(delivered)) return 'refused';
  }
  return undefined;
}

/** Sends a message, as the contact form does. */
export async function sendLead(site: Site, ledger: Ledger): Promise<LeadEntry> {
  const id = randomUUID();
  const email = `lead-${id}@example.com`;
  const entry = { id, email, round: ledger.round, isAcknowledged: false };
  ledger.leads.push(entry);
  const body = contactBody({ id, email });
  const outcome = await submit(site, '/api/leads', body, body);
  entry.isAcknowledged = outcome === 'stored' || outcome === 'delivered';
  return entry;
}

/** Sends a message as the form does where no script runs. */
export async function sendPlainLead({ url }: Site, ledger: Ledger): Promise<void> {
  const id = randomUUID();
  const email = `plain-${id}@example.com`;
  const entry = { id, email, round: ledger.round, isAcknowledged: false };
  ledger.leads.push(entry);
  const fields = { name: 'Jane Doe', email, message: 'I would like to learn more, please.' };
  const answer = await send(`${url}/contact`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  entry.isAcknowledged = answer.status === 303;
}

/** Books times that are offered, early ones first, so that several ask for the same one. */
export function createBooker(random: () => number) {
  const hours = { timeZone: booking.timeZone, hours: booking.openingHours };
  const slots = openingSlots(hours, {
    from: new Date(Date.now() + 2 * dayMs),
    to: new Date(Date.now() + 360 * dayMs),
  }).values();
  const free: string[] = [];

  function choose(): string | undefined {
    while (free.length < choice) {
      const next = slots.next().value;
      if (!next) break;
      free.push(next.toISOString());
    }
    return free[Math.floor(random() * free.length)];
  }

  return async (site: Site, ledger: Ledger): Promise<void> => {
    const slot = choose();
    if (slot === undefined) return;
    const id = randomUUID();
    const email = `booking-${id}@example.com`;
    const entry: BookingEntry = {
      ...{ id, email, round: ledger.round },
      ...{ isAcknowledged: false, isStored: false, cancellation: 'none' },
    };
    ledger.bookings.push(entry);
    const body = { ...sessionBody({ email, booking_date: slot }), id };
    const outcome = await submit(site, '/api/bookings', body, sessionNotice(body));
    entry.isStored = outcome === 'stored';
    entry.isAcknowledged = outcome === 'stored' || outcome === 'delivered';
    // Whoever has it, or may have it: another one is asked for next.
    if (random() < 0.7) free.splice(free.indexOf(slot), free.includes(slot) ? 1 : 0);
  };
}
