export { type AccountMailWords, writeAccountMail } from './account-mail.tsx';
