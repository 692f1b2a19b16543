export { hiddenLines, statementBooking } from './statement-booking.ts';
