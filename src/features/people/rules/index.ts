export { bookingRequestForm, personRequestForm } from './person-request.ts';
export { answerDays, requestKinds } from './request-kinds.ts';
