import type { BookingQuery, BookingSpan } from '#domain/booking.ts';
import type { LeadFilter, LeadQuery } from '#domain/lead-group.ts';
import { listBookings } from '#server/db/queries/bookings.ts';
import { courseRecords, eventRecords, postRecords } from '#server/db/queries/content.ts';
import { countLeads, listLeads } from '#server/db/queries/leads.ts';
import { createMediaServices } from '#server/services/media/create-media-services.ts';
import { createRecordServices } from '#server/services/records/create-record-services.ts';
import { deskTimeoutMs } from '#server/services/records/record-deps.ts';
import { createPostServices } from './create-post-services.ts';
import { deleteLead } from './delete-lead.ts';
import type { DeskDeps } from './desk-deps.ts';
import { exportBookings, exportLeads } from './export-csv.ts';
import { listFailedMails, resendMail } from './failed-mails.ts';
import { listCapturedMails } from './list-captured-mails.ts';
import { readOverview } from './read-overview.ts';

/** How many captured mails are shown. */
const mailsShown = 50;

export type DeskServices = ReturnType<typeof createDeskServices>;

/** Puts together what the mentor's desk does. Starts nothing. */
export function createDeskServices({
  now = () => new Date(),
  ...given
}: Omit<DeskDeps, 'now'> & Partial<Pick<DeskDeps, 'now'>>) {
  const deps: DeskDeps = { ...given, now };
  const { db, circuit, storage, mailboxDirectory } = deps;
  const ask = <T>(work: () => Promise<T>) => circuit.run(work, deskTimeoutMs);
  return {
    leads: {
      list: (query: LeadQuery) => ask(() => listLeads(db, query)),
      count: ({ search }: LeadFilter) => ask(() => countLeads(db, search)),
      export: (filter: LeadFilter) => exportLeads(deps, filter),
      delete: (which: { id: string }) => deleteLead(deps, which),
    },
    bookings: {
      list: (query: BookingQuery) => ask(() => listBookings(db, query)),
      export: (span: BookingSpan) => exportBookings(deps, span),
      delete: (which: { id: string }) => ask(() => deps.deleteBooking(which)),
    },
    events: createRecordServices({ db, circuit, records: eventRecords }),
    courses: createRecordServices({ db, circuit, records: courseRecords }),
    posts: createPostServices({ db, circuit, storage, records: postRecords }),
    ...createMediaServices({ db, circuit, storage }),
    readOverview: () => readOverview(deps),
    listFailedMails: () => listFailedMails(deps),
    resendMail: (which: { key: string }) => resendMail(deps, which),
    /** What the account with this address may see of them; nothing when mails are sent instead. */
    listCapturedMails: async ({ email }: { email: string }) =>
      mailboxDirectory === undefined
        ? null
        : ask(() => listCapturedMails({ db, mailboxDirectory }, { email, limit: mailsShown })),
  };
}
