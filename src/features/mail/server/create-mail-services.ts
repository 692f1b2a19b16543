import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import type { AdminMailDeps } from './admin-mails.ts';
import * as undelivered from './admin-mails.ts';
import { checkSender, type SenderCheckDeps } from './check-sender.ts';
import { sendTestMail, type TestMailDeps } from './send-test-mail.ts';
import type { SetUpMailDeps } from './set-up-mail.ts';
import * as serverSetUp from './set-up-mail.ts';

type MailServicesDeps = SetUpMailDeps & AdminMailDeps & TestMailDeps & SenderCheckDeps;

export type MailServices = ReturnType<typeof createMailServices>;

/** Creates the use cases of the mail server and of undelivered emails. Starts nothing. */
export const createMailServices = (deps: MailServicesDeps) =>
  bindUseCases(deps, { checkSender, sendTestMail, ...serverSetUp, ...undelivered });
