export { OrderMail, type OrderMailProps, orderMailSubject, orderMailText } from './order-mail.tsx';
