import type { BookingQuery } from '#domain/booking.ts';
import type { LeadFilter, LeadQuery } from '#domain/lead-group.ts';
import type { Database } from '#server/db/executor.ts';
import { listBookings } from '#server/db/queries/bookings.ts';
import { countLeads, listLeads, removeLead } from '#server/db/queries/leads.ts';
import { anonymiseDeliveries } from '#server/db/queries/mail-deliveries.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import { createContentServices } from '#server/services/records/content-services.ts';
import { recordNotFound } from '#server/services/records/record-services.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { exportBookings, exportLeads } from './export-csv.ts';
import { listFailedMails, resendMail } from './failed-mails.ts';
import { listCapturedMails } from './list-captured-mails.ts';
import { readOverview } from './read-overview.ts';

interface AdminServicesOptions {
  db: Database;
  sendMail: SendMail;
  storage: FileStorage;
  /** Where captured mails lie; absent when mails are sent. */
  mailboxDirectory: string | undefined;
  now: () => Date;
}

export type AdminServices = ReturnType<typeof createAdminServices>;

/** Puts together what the admin does. Starts nothing. */
export function createAdminServices(deps: AdminServicesOptions) {
  const { db } = deps;
  return {
    ...createContentServices(deps),
    ...bindUseCases(deps, {
      exportLeads,
      deleteLead,
      exportBookings,
      readOverview,
      listFailedMails,
      resendMail,
      listCapturedMails,
    }),
    listLeads: (query: LeadQuery) => listLeads(db, query),
    countLeads: ({ search }: LeadFilter) => countLeads(db, search),
    listBookings: (query: BookingQuery) => listBookings(db, query),
  };
}

/**
 * Deletes a lead for good: a notice that is still queued goes with it, and nothing remembers
 * whom it was about. Throws 404.
 */
const deleteLead = ({ db }: { db: Database }, { id }: { id: string }): Promise<void> =>
  db.transaction(async (transaction) => {
    if (!(await removeLead(transaction, id))) throw recordNotFound();
    await anonymiseDeliveries(transaction, `lead:${id}:`);
  });
