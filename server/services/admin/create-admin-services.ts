import type { BookingQuery } from '#domain/booking.ts';
import { type LeadFilter, type LeadQuery, sumLeadCounts } from '#domain/lead-group.ts';
import type { Overview } from '#domain/overview.ts';
import { listBookings, listNextBookings } from '#server/db/queries/bookings.ts';
import { countLeads, countLeadsSince, listLeads } from '#server/db/queries/leads.ts';
import { countByWeek } from '#server/db/queries/overview.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import {
  confirmStep,
  dismissFirstSteps,
  readFirstSteps,
  recallFirstSteps,
} from '#server/services/first-steps/first-steps.ts';
import { sendTestMail } from '#server/services/first-steps/send-test-mail.ts';
import { changeLead, changeLeadStates } from '#server/services/leads/change-leads.ts';
import { deleteLead, deleteLeads } from '#server/services/leads/delete-leads.ts';
import { checkSender, type SenderCheckDeps } from '#server/services/mail/check-sender.ts';
import { readMailProblem } from '#server/services/mail/mail-problem.ts';
import {
  readMailServer,
  type SetUpMailDeps,
  saveMailServer,
} from '#server/services/mail/set-up-mail.ts';
import { createContentServices } from '#server/services/records/content-services.ts';
import { previewMail } from '#server/services/settings/preview-mail.ts';
import {
  listSections,
  listSectionVersions,
  readSection,
  type SettingsDeps,
  saveSection,
} from '#server/services/settings/settings-sections.ts';
import { readVisits } from '#server/services/visits/read-visits.ts';
import { dismissMail, listCapturedMails, listFailedMails, resendMail } from './admin-mails.ts';
import { exportBookings, exportLeads, exportVisits } from './export-csv.ts';

/** What the use cases of the admin work on. */
export interface AdminDeps
  extends SettingsDeps,
    SetUpMailDeps,
    Omit<SenderCheckDeps, 'mailServers'> {
  mailer: Pick<Mailer, 'send'>;
  /** Where captured mails lie. */
  mailboxDirectory: string;
}

export type AdminServices = ReturnType<typeof createAdminServices>;

/** Puts together what the admin does. Starts nothing. */
export function createAdminServices(deps: AdminDeps) {
  const { db } = deps;
  return {
    ...createContentServices(deps),
    ...bindUseCases(deps, {
      ...{ exportLeads, changeLead, changeLeadStates, deleteLead, deleteLeads },
      ...{ exportBookings, readOverview, checkSender, readVisits, exportVisits },
      ...{ listFailedMails, resendMail, dismissMail, listCapturedMails },
      ...{ readMailServer, saveMailServer },
    }),
    settings: bindUseCases(deps, {
      ...{ listSections, readSection, listSectionVersions, saveSection, previewMail },
    }),
    firstSteps: bindUseCases(deps, {
      ...{ readFirstSteps, dismissFirstSteps, recallFirstSteps, confirmStep, sendTestMail },
    }),
    listLeads: (query: LeadQuery) => listLeads(db, query),
    countLeads: async (filter: LeadFilter) => sumLeadCounts(await countLeads(db, filter), filter),
    listBookings: (query: BookingQuery) => listBookings(db, query),
  };
}

/** A session that has begun is still shown as long as it may last, in milliseconds. */
const sessionMs = 60 * 60_000;
const sevenDaysMs = 7 * 24 * 60 * 60_000;
const weeksInChart = 12;
const bookingsShown = 3;

async function readOverview({ db, now, settings, mailServers }: AdminDeps): Promise<Overview> {
  const instant = now();
  const { timeZone: zone } = (await settings.read()).booking;
  const [newLeads, bookings, weeks, mailProblem] = await Promise.all([
    countLeadsSince(db, new Date(instant.getTime() - sevenDaysMs)),
    listNextBookings(db, new Date(instant.getTime() - sessionMs), bookingsShown),
    countByWeek(db, { now: instant, weeks: weeksInChart, zone }),
    readMailProblem({ db, mailServers }),
  ]);
  return {
    mail_problem: mailProblem,
    new_leads: newLeads,
    next_bookings: bookings.map(({ id, name, session_type, booking_date, time_zone }) => ({
      ...{ id, name, session_type, time_zone },
      booking_date: booking_date.toISOString(),
    })),
    weeks,
  };
}
