export { postponeMail, readMailWait, takeBookingAllowance } from './mail-allowance.ts';
export { type MailProblemDeps, readMailProblem } from './mail-problem.ts';
export { createMailServers, type MailServers, toEnteredServer } from './mail-servers.ts';
export { type MailDeps, type OutboxDeps, queueMail, sendQueuedMail } from './outbox.ts';
export {
  accountMailPrefix,
  alertPrefix,
  anonymiseDeliveries,
  cancelDeliveries,
  countDeliveries,
  countGivenUp,
  dismissDelivery,
  hasDelivery,
  isAboutAccount,
  isAnyGivenUpSince,
  isAnyQueued,
  listAccountMailKeys,
  listFailedDeliveries,
  queueDaily,
  queueDelivery,
  recordGivenUp,
  recordSent,
  requeueCancelled,
  requeueDelivery,
  secondsUntilFewer,
} from './queries/mail-deliveries.ts';
export { putMailServer } from './queries/mail-server.ts';
