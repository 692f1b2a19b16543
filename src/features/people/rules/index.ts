export { type FormNoticeFacts, toFormNotice } from './form-notice.ts';
export { type TextVersion, toShownLegalPage, writtenOn } from './legal-page.ts';
export {
  type ErasureCounts,
  phoneTailDigits,
  toAddress,
  toMailbox,
  toPhoneNumber,
  toPhoneTail,
} from './person.ts';
export { bookingRequestForm, personRequestForm } from './person-request.ts';
export { hasPlaceholder, withoutOpenParagraphs } from './placeholders.ts';
export { composePrivacyPage } from './privacy-page.ts';
export { requestKinds } from './request-kinds.ts';
export { describeRetention, keepsSince } from './retention.ts';
export { composeTermsPage } from './terms-page.ts';
