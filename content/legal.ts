import type { LegalSettings } from '#domain/settings/legal.ts';

/**
 * What a new site says beside what it knows of itself. Whoever runs the site puts their own
 * particulars and decisions in the place of the brackets: on a site that others can reach a paragraph
 * in which one is left is shown to nobody.
 */
export const legal: LegalSettings = {
  riskNotice:
    'Trading carries risk: you can lose money. What is taught here is education, not financial advice.',
  privacy: [
    'This site is run by [your full name or that of your company, and your address]. [Name of the person], its information officer as the law calls it, answers for what is kept here.',
    'The site runs on a server of [name of the company] in [country], and its mail goes out by [name of the company] in [country]. They handle what is kept on our behalf only.',
    '[Does anybody else get to see it, such as an accountant or an assistant? Say who and why, or take this paragraph out.]',
  ].join('\n\n'),
  terms: [
    'You agree these terms with [your full name or that of your company, and your address].',
    'You pay by [how: bank transfer, card …], [when: before a session, when you get the course …]. [How you can withdraw, and when money is given back.]',
    'What you buy is for yourself: please do not pass on or publish videos, documents and recordings. [What else holds for what you sell.]',
    'The law of [South Africa] applies to these terms. The law that protects you as a consumer where you live stays as it is.',
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
  marketing: { isOffered: false, words: 'Tell me by email about new courses' },
};
