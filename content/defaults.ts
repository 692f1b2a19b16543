import type { Settings } from '#features/settings/rules/index.ts';
import { booking } from './booking.ts';
import { legal } from './legal.ts';
import { offers } from './offers.ts';
import { payments } from './payments.ts';
import { pictures } from './pictures.ts';
import { site } from './site.ts';
import { texts } from './texts.ts';

/** What a new site begins with, by section of the settings. */
export const defaults: Settings = { site, offers, booking, payments, pictures, texts, legal };
