export {
  CapturedMails,
  FailedMails,
  MailNotice,
  mailProblems,
  useMailServer,
} from './admin/mail-panels.tsx';
