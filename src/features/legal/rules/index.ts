export { toShownLegalPage } from './legal-page.ts';
export { composePrivacyPage } from './privacy-page.ts';
export { composeTermsPage } from './terms-page.ts';
