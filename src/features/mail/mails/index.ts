export {
  Closing,
  type MailAction,
  NoticeLayout,
  type NoticeRow,
  Paragraph,
  Quote,
} from './notice-layout.tsx';
export { type NoticeMailWords, writeNoticeMail } from './notice-mail.tsx';
