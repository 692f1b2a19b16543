export { Box } from './elements.tsx';
export {
  Closing,
  Code,
  type MailAction,
  NoticeLayout,
  type NoticeRow,
  Paragraph,
  Quote,
} from './notice-layout.tsx';
