export { AccountMail, type AccountMailProps, accountMailText } from './account-mail.tsx';
