export { MailSettings } from './mail-fields.tsx';
export { CapturedMails, FailedMails, MailNotice } from './mail-panels.tsx';
