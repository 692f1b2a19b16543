import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import {
  type AdminMailDeps,
  dismissMail,
  listCapturedMails,
  listFailedMails,
  resendMail,
} from './admin-mails.ts';
import { checkSender, type SenderCheckDeps } from './check-sender.ts';
import { sendTestMail, type TestMailDeps } from './send-test-mail.ts';
import { readMailServer, type SetUpMailDeps, saveMailServer } from './set-up-mail.ts';

type MailServicesDeps = SetUpMailDeps & AdminMailDeps & TestMailDeps & SenderCheckDeps;

export type MailServices = ReturnType<typeof createMailServices>;

/** Creates the use cases of the mail server and of undelivered emails. Starts nothing. */
export const createMailServices = (deps: MailServicesDeps) =>
  bindUseCases(deps, {
    checkSender,
    readMailServer,
    saveMailServer,
    sendTestMail,
    listFailedMails,
    resendMail,
    dismissMail,
    listCapturedMails,
  });
