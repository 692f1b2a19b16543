export { statementBooking } from './statement-booking.ts';
