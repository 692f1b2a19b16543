import { directKey, type VisitPeriod, visitKindLabels } from '#features/visits/rules/visits.ts';
import { streamCsv } from '#platform/http/stream-csv.ts';
import { addDays } from '#rules/zoned-time.ts';
import { listDailyCounts } from './queries/visit-report.ts';
import type { VisitReportDeps } from './read-visits.ts';

/** How many days are read at a time. */
const daysPerQuery = 31;

/** Streams the counts of a period as CSV, one line for each count of a day. */
export const exportVisits = ({ db, settings }: VisitReportDeps, { from, to }: VisitPeriod) =>
  streamCsv({
    headings: ['Day', 'Kind', 'Name', 'Visits', 'Views', 'Inquiries', 'Bookings'],
    async readPage({ cursor = from }) {
      const { timeZone: zone } = (await settings.read()).booking;
      const last = addDays(cursor, daysPerQuery - 1);
      const end = last < to ? last : to;
      const items = await listDailyCounts(db, { from: cursor, to: end, zone });
      return { items, next_cursor: end < to ? addDays(end, 1) : null };
    },
    toLine: ({ day, kind, key, visits, views, inquiries, bookings }) => [
      day,
      visitKindLabels[kind],
      kind === 'referrer' && key === directKey ? 'direct' : key,
      ...[visits, views, inquiries, bookings].map(String),
    ],
  });
