export { createMailServices, type MailServices } from './create-mail-services.ts';
export { postponeMail, readMailWait, takeBookingAllowance } from './mail-allowance.ts';
export { type MailProblemDeps, readMailProblem } from './mail-problem.ts';
export { createMailServerResource } from './mail-server-resource.ts';
export { createMailServers, type MailServers } from './mail-servers.ts';
export { type MailDeps, type OutboxDeps, queueMail, sendQueuedMail } from './outbox.ts';
export {
  accountMailPrefix,
  alertPrefix,
  anonymiseDeliveries,
  cancelDeliveries,
  countDeliveries,
  countGivenUp,
  findLastReportAt,
  hasDelivery,
  isAboutAccount,
  isAnyGivenUpSince,
  isAnyQueued,
  queueDaily,
  queueDelivery,
  recordGivenUp,
  recordSent,
  requeueCancelled,
  secondsUntilFewer,
} from './queries/mail-deliveries.ts';
export { createSenderRecords } from './sender-records-resource.ts';
