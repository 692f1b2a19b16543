import type { ReactNode } from 'react';
import { describeOrigin, type Origin } from '#domain/origin.ts';
import { requestWords } from '#domain/request-kinds.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { type Agreed, describeAgreement } from './agreement.tsx';
import type { Person } from './use-person.ts';

/** Each record of a person: what, when and its text. The export has every field. */
export function PersonRecords({ person }: { person: Person }) {
  const { timeZone, timeZoneLabel } = useFacts();
  const at = (instant: string) => `${formatDateAndClock(instant, timeZone)} ${timeZoneLabel}`;
  const isToCome = new Set(person.sessions_to_come);
  return (
    <div className="mt-8 grid gap-8">
      <Records
        title="Messages and inquiries"
        items={person.leads.map((lead) => ({
          key: lead.id,
          title: lead.source,
          when: at(lead.created_at),
          states: [lead.state, lead.deleted_at && 'in the trash'],
          lines: [lead.name, lead.email, lead.phone, lead.message, ...describeSending(lead)],
          note: lead.note,
        }))}
      />
      <Records
        title="Sessions"
        items={person.bookings.map((booking) => ({
          key: booking.id,
          title: `${booking.session_type} · ${booking.meeting_type}`,
          when: at(booking.booking_date),
          states: [
            isToCome.has(booking.id) && 'upcoming',
            booking.cancelled_at && 'cancelled',
            booking.outcome,
            booking.paid_at && 'paid',
            booking.deleted_at && 'in the trash',
          ],
          lines: [
            booking.name,
            booking.email,
            booking.phone,
            booking.trading_knowledge,
            booking.notes,
            booking.join_details,
            booking.session_price,
            booking.payment_reference,
            booking.message_to_visitor,
            ...describeSending(booking),
          ],
          note: booking.mentor_note,
        }))}
      />
      <Records
        title="Received, not saved yet"
        items={person.waiting.map((entry) => ({
          key: entry.submission,
          title: String(entry.content.source ?? 'A booking'),
          when: at(entry.received_at),
          states: ['waiting for the database'],
          lines: [...Object.values(entry.content), ...describeSending(entry)],
        }))}
      />
      <Records
        title="Data requests"
        items={person.requests.map((request) => ({
          key: request.id,
          title: requestWords[request.kind],
          when: at(request.asked_at),
          states: [
            request.confirmed_at === null && 'not confirmed',
            request.answered_at && 'answered',
          ],
          lines: [request.email, request.message],
        }))}
      />
      <Records
        title="Emails"
        items={person.mails.map((mail) => ({
          key: mail.key,
          title: mail.subject || 'No subject',
          when: at(mail.created_at),
          states: [mail.status],
          lines: [`To ${mail.recipient}`, mail.last_error],
        }))}
      />
      <Records
        title="Saved emails"
        items={person.files.map((file) => ({
          key: file.name,
          title: file.subject || 'No subject',
          when: at(file.captured_at),
          states: [],
          lines: [`To ${file.to}`, file.text],
        }))}
      />
      <Records
        title="Sign-in attempts"
        items={person.log_entries.map((entry) => ({
          key: entry.id,
          title: entry.kind,
          when: at(entry.at),
          states: [],
          lines: [entry.email, entry.ip_address, entry.user_agent],
        }))}
      />
    </div>
  );
}

/** What else is known about how it was sent. */
const describeSending = (sent: Agreed & Origin) => [describeAgreement(sent), describeOrigin(sent)];

interface RecordItem {
  key: string;
  title: string;
  when: string;
  states: (string | false | null)[];
  lines: (string | null | undefined)[];
  /** The mentor's own words. */
  note?: string | null;
}

/** One kind of records; nothing where there is none. */
function Records({ title, items }: { title: string; items: RecordItem[] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="label-caps font-text text-muted">
        {title} <span className="font-normal">{items.length}</span>
      </h3>
      <ul className="mt-3 border-t border-hairline">
        {items.map((item) => (
          <li key={item.key} className="border-b border-hairline py-3">
            <RecordLine {...item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const RecordLine = ({ title, when, states, lines, note }: RecordItem) => (
  <details className="group">
    <summary className="flex min-h-8 cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-0.5 hover:text-gold">
      <span className="min-w-0 font-semibold break-words">{title}</span>
      {states.map(
        (state) =>
          state && (
            <span key={state} className="text-sm text-muted">
              {state}
            </span>
          ),
      )}
      <span className="text-sm text-muted sm:ml-auto">{when}</span>
    </summary>
    <div className="mt-2 max-w-prose border-l border-hairline-strong pl-4 text-[0.9375rem] break-words whitespace-pre-line text-muted">
      {lines.filter(Boolean).join('\n')}
      {note && <p className="mt-2 text-ink">Your note: {note}</p>}
    </div>
  </details>
);
