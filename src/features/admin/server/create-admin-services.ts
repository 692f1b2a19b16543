import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import {
  type AdminMailDeps,
  dismissMail,
  listCapturedMails,
  listFailedMails,
  resendMail,
} from './admin-mails.ts';
import { checkSender, type SenderCheckDeps } from './check-sender.ts';
import { confirmStep, dismissFirstSteps, readFirstSteps, recallFirstSteps } from './first-steps.ts';
import { readToday } from './read-today.ts';
import { searchAdmin } from './search-admin.ts';
import { sendTestMail, type TestMailDeps } from './send-test-mail.ts';
import { readMailServer, type SetUpMailDeps, saveMailServer } from './set-up-mail.ts';

type AdminDeps = SetUpMailDeps &
  AdminMailDeps &
  TestMailDeps &
  SenderCheckDeps & { now: () => Date };

export type AdminServices = ReturnType<typeof createAdminServices>;

/** Creates the admin use cases that belong to no single feature. */
export const createAdminServices = (deps: AdminDeps) => ({
  ...bindUseCases(deps, {
    readToday,
    searchAdmin,
    checkSender,
    readMailServer,
    saveMailServer,
    listFailedMails,
    resendMail,
    dismissMail,
    listCapturedMails,
  }),
  firstSteps: bindUseCases(deps, {
    readFirstSteps,
    dismissFirstSteps,
    recallFirstSteps,
    confirmStep,
    sendTestMail,
  }),
});
