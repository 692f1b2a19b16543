export { BookingMail, type BookingMailProps, bookingMailText } from './booking-mail.tsx';
