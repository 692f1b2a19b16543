import { Readable } from 'node:stream';
import { type BookingSpan, bookingQuery } from '#features/booking/rules/booking.ts';
import { addDays } from '#features/booking/rules/zoned-time.ts';
import { listBookings } from '#features/booking/server/queries/bookings.ts';
import { exportPageSize, type LeadFilter } from '#features/leads/rules/lead-group.ts';
import { listLeads } from '#features/leads/server/queries/leads.ts';
import type { Origin } from '#features/visits/rules/origin.ts';
import { directKey, type VisitPeriod, visitKindLabels } from '#features/visits/rules/visits.ts';
import { listDailyCounts } from '#features/visits/server/queries/visit-report.ts';
import { describeError } from '#platform/errors/errors.ts';
import { byteOrderMark, toCsvLine } from '#rules/csv.ts';
import type { ListPage, PageQuery } from '#rules/list-page.ts';
import { findPhoneNumber } from '#rules/phone-number.ts';
import type { AdminDeps } from './create-admin-services.ts';

type Line = (string | null)[];

interface CsvSource<Item> {
  headings: string[];
  readPage: (page: PageQuery) => Promise<ListPage<Item>>;
  toLine: (item: Item) => Line;
}

const agreementHeadings = ['Privacy text (version)', 'Agreed to'];

const agreementOf = (record: {
  privacy_version: number | null;
  agreed_to: string | null;
}): Line => [record.privacy_version?.toString() ?? null, record.agreed_to];

/** Streams all leads that match, newest first, as CSV. */
export const exportLeads = ({ db }: AdminDeps, filter: LeadFilter) =>
  streamCsv({
    headings: [
      ...['Received (UTC)', 'Source', 'Name', 'Email', 'Phone', 'Message', 'State', 'Note'],
      ...agreementHeadings,
      ...originHeadings,
    ],
    readPage: (page) => listLeads(db, { ...filter, ...page }),
    toLine: (lead) => [
      lead.created_at.toISOString(),
      ...[lead.source, lead.name, lead.email, toPhoneCell(lead.phone)],
      ...[lead.message, lead.state, lead.note],
      ...agreementOf(lead),
      ...toOriginCells(lead),
    ],
  });

/** Adds the country code to a phone number of digits, so that no spreadsheet takes it for a number. */
function toPhoneCell(phone: string | null): string | null {
  if (phone === null || !/^[\d\s]+$/.test(phone)) return phone;
  return findPhoneNumber(phone)?.formatInternational() ?? `'${phone}`;
}

/** Streams all bookings within the span, the latest first, as CSV. */
export const exportBookings = ({ db, now }: AdminDeps, span: BookingSpan) =>
  streamCsv({
    headings: [
      ...['Session (UTC)', 'Visitor’s zone', 'Name', 'Email', 'Session type'],
      ...['Meeting type', 'Trading knowledge', 'Notes', 'Booked (UTC)', 'Cancelled (UTC)'],
      ...['How to join', 'Paid (UTC)', 'Payment reference', 'Outcome', 'Your note'],
      ...['Booked by', 'Reminders refused (UTC)', ...agreementHeadings, ...originHeadings],
      ...['Minutes', 'Price', 'Phone'],
    ],
    readPage: (page) => listBookings(db, { ...bookingQuery.parse(span), ...page }, now()),
    toLine: (booking) => [
      ...[booking.booking_date.toISOString(), booking.time_zone, booking.name, booking.email],
      ...[booking.session_type, booking.meeting_type, booking.trading_knowledge, booking.notes],
      ...[booking.created_at.toISOString(), booking.cancelled_at?.toISOString() ?? null],
      ...[booking.join_details, booking.paid_at?.toISOString() ?? null, booking.payment_reference],
      ...[booking.outcome, booking.mentor_note],
      booking.is_booked_by_mentor ? 'mentor' : 'visitor',
      booking.reminders_refused_at?.toISOString() ?? null,
      ...agreementOf(booking),
      ...toOriginCells(booking),
      ...[booking.session_minutes?.toString() ?? null, booking.session_price],
      toPhoneCell(booking.phone),
    ],
  });

/** The origin of a visit. */
const originHeadings = ['First page', 'Referrer', 'UTM source', 'UTM medium', 'UTM campaign'];
const toOriginCells = (row: Origin): Line => [
  ...[row.first_page, row.referrer, row.utm_source, row.utm_medium, row.utm_campaign],
];

/** How many days are read at a time. */
const daysAtOnce = 31;

/** Streams the counts of a period, a line for each count of a day, as CSV. */
export const exportVisits = ({ db, settings }: AdminDeps, { from, to }: VisitPeriod) =>
  streamCsv({
    headings: ['Day', 'Kind', 'Name', 'Visits', 'Views', 'Inquiries', 'Bookings'],
    async readPage({ cursor = from }) {
      const { timeZone: zone } = (await settings.read()).booking;
      const last = addDays(cursor, daysAtOnce - 1);
      const end = last < to ? last : to;
      const items = await listDailyCounts(db, { from: cursor, to: end, zone });
      return { items, next_cursor: end < to ? addDays(end, 1) : null };
    },
    toLine: ({ day, kind, key, visits, views, inquiries, bookings }) => [
      ...[day, visitKindLabels[kind], kind === 'referrer' && key === directKey ? 'direct' : key],
      ...[visits, views, inquiries, bookings].map(String),
    ],
  });

/** Streams a CSV file, a page of rows at a time. If the database fails, the stream breaks: half a file must not look complete. */
function streamCsv<Item>({ headings, readPage, toLine }: CsvSource<Item>): ReadableStream {
  async function* writeLines() {
    yield byteOrderMark + toCsvLine(headings);
    let cursor: string | undefined;
    do {
      // The error reaches the response and the log, so it does not contain the query.
      const page = await readPage({ limit: exportPageSize, cursor }).catch((error: unknown) => {
        throw new Error(`The export broke off: ${describeError(error)}`);
      });
      yield page.items.map((item) => toCsvLine(toLine(item))).join('');
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  return Readable.toWeb(Readable.from(writeLines(), { objectMode: false })) as ReadableStream;
}
