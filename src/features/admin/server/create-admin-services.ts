import { createContentServices } from '#features/content/server/content-services.ts';
import {
  type LeadFilter,
  type LeadQuery,
  sumLeadCounts,
} from '#features/leads/rules/lead-group.ts';
import { changeLead, changeLeadStates } from '#features/leads/server/change-leads.ts';
import { deleteLead, deleteLeads } from '#features/leads/server/delete-leads.ts';
import { listReplies } from '#features/leads/server/list-replies.ts';
import { countLeads, listLeads } from '#features/leads/server/queries/leads.ts';
import { checkSender, type SenderCheckDeps } from '#features/mail/server/check-sender.ts';
import {
  readMailServer,
  type SetUpMailDeps,
  saveMailServer,
} from '#features/mail/server/set-up-mail.ts';
import { previewMail } from '#features/settings/server/preview-mail.ts';
import {
  listSections,
  listSectionVersions,
  previewFacts,
  readSection,
  type SettingsDeps,
  saveSection,
} from '#features/settings/server/settings-sections.ts';
import { readVisits } from '#features/visits/server/read-visits.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { bindUseCases } from '#server/bind-use-cases.ts';
import { dismissMail, listCapturedMails, listFailedMails, resendMail } from './admin-mails.ts';
import { exportBookings, exportLeads, exportVisits } from './export-csv.ts';
import { confirmStep, dismissFirstSteps, readFirstSteps, recallFirstSteps } from './first-steps.ts';
import { readToday } from './read-today.ts';
import { searchAdmin } from './search-admin.ts';
import { sendTestMail } from './send-test-mail.ts';

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
