import type { LegalSettings } from '#features/settings/rules/index.ts';

/**
 * The legal texts that the mentor writes. The mentor replaces the [brackets]; a public site hides
 * paragraphs that still contain one.
 */
export const legal: LegalSettings = {
  riskNotice:
    'Trading carries risk: you can lose money. What is taught here is education, not financial advice.',
  privacy: [
    'This site is run by [your full name or your company’s, and your address]. [Name of the person] is its information officer, who is responsible for the data.',
    'The site is hosted by [name of the company] in [country], and its email is sent by [name of the company] in [country]. They process data only on our behalf.',
    '[Does anyone else see the data, such as an accountant or an assistant? Say who and why, or delete this paragraph.]',
  ].join('\n\n'),
  terms: [
    'These terms are an agreement between you and [your full name or your company’s, and your address].',
    'You pay by [how: bank transfer, card …], [when: before a session, when you get the course …]. [How you can cancel, and when you get a refund.]',
    'What you buy is for your own use: don’t share or publish videos, documents or recordings. [Other terms for what you sell.]',
    'The law of [South Africa] applies to these terms. They do not limit your rights as a consumer where you live.',
  ].join('\n\n'),
  retention: {
    leadMonths: 24,
    bookingMonths: 24,
    mailMonths: 6,
    activityMonths: 6,
    logDays: 30,
    trashDays: 30,
    backupMonths: 6,
  },
  marketing: { isOffered: false, words: 'Email me about new courses' },
};
