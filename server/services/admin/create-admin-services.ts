import { type LeadFilter, type LeadQuery, sumLeadCounts } from '#domain/lead-group.ts';
import { countLeads, listLeads } from '#server/db/queries/leads.ts';
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
import { listReplies } from '#server/services/leads/list-replies.ts';
import { checkSender, type SenderCheckDeps } from '#server/services/mail/check-sender.ts';
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
  previewFacts,
  readSection,
  type SettingsDeps,
  saveSection,
} from '#server/services/settings/settings-sections.ts';
import { readVisits } from '#server/services/visits/read-visits.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { dismissMail, listCapturedMails, listFailedMails, resendMail } from './admin-mails.ts';
import { exportBookings, exportLeads, exportVisits } from './export-csv.ts';
import { readToday } from './read-today.ts';
import { searchAdmin } from './search-admin.ts';

/** The dependencies of the admin's services. */
export interface AdminDeps
  extends SettingsDeps,
    SetUpMailDeps,
    Omit<SenderCheckDeps, 'mailServers'> {
  mailer: Pick<Mailer, 'send'>;
  storage: FileStorage;
  /** The directory of captured mails. */
  mailboxDirectory: string;
}

export type AdminServices = ReturnType<typeof createAdminServices>;

/** Returns the services of the admin. */
export function createAdminServices(deps: AdminDeps) {
  const { db } = deps;
  return {
    ...createContentServices(deps),
    ...bindUseCases(deps, {
      ...{ exportLeads, changeLead, changeLeadStates, deleteLead, deleteLeads, listReplies },
      ...{ exportBookings, readToday, searchAdmin, checkSender, readVisits, exportVisits },
      ...{ listFailedMails, resendMail, dismissMail, listCapturedMails },
      ...{ readMailServer, saveMailServer },
    }),
    settings: bindUseCases(deps, {
      ...{ listSections, readSection, listSectionVersions, saveSection, previewFacts },
      previewMail,
    }),
    firstSteps: bindUseCases(deps, {
      ...{ readFirstSteps, dismissFirstSteps, recallFirstSteps, confirmStep, sendTestMail },
    }),
    listLeads: (query: LeadQuery) => listLeads(db, query),
    countLeads: async (filter: LeadFilter) => sumLeadCounts(await countLeads(db, filter), filter),
  };
}
