export {
  Closing,
  type MailAction,
  NoticeLayout,
  type NoticeRow,
  Paragraph,
  Quote,
} from './notice-layout.tsx';
export { type AccountMailWords, writeAccountMail } from './notice-mail.tsx';
