import * as bookingDesk from '#content/booking-desk.ts';
import * as offers from '#content/offers.ts';
import * as pictures from '#content/pictures.ts';
import * as site from '#content/site.ts';
import { bookingDeskRules, offersRules, picturesRules, siteRules } from '#domain/content-rules.ts';

/** The operator's facts, file by file, with the rules that they keep. */
export const contentFiles = [
  { file: 'content/site.ts', content: site, rules: siteRules },
  { file: 'content/offers.ts', content: offers, rules: offersRules },
  { file: 'content/pictures.ts', content: pictures, rules: picturesRules },
  { file: 'content/booking-desk.ts', content: bookingDesk, rules: bookingDeskRules },
];
