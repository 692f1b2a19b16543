import { existsSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import * as bookingRules from '#content/booking-rules.ts';
import * as offers from '#content/offers.ts';
import * as pictures from '#content/pictures.ts';
import * as site from '#content/site.ts';
import {
  bookingRulesSchema,
  offersSchema,
  picturesSchema,
  siteSchema,
} from '#domain/content-rules.ts';
import { ConfigError } from './config.ts';

/** The operator's facts, file by file, with the rules that they keep. */
export const contentFiles = [
  { file: 'content/site.ts', content: site, rules: siteSchema },
  { file: 'content/offers.ts', content: offers, rules: offersSchema },
  { file: 'content/pictures.ts', content: pictures, rules: picturesSchema },
  { file: 'content/booking-rules.ts', content: bookingRules, rules: bookingRulesSchema },
];

/** What is wrong in one file, a line each: `content/site.ts: site.phone must begin with +`. */
export function describeProblems(file: string, content: unknown, rules: z.ZodType): string[] {
  const problems = rules.safeParse(content).error?.issues ?? [];
  return problems.map((issue) => `${file}: ${issue.path.join('.')}: ${issue.message}`);
}

/** Pictures that content/pictures.ts names and that do not exist below `publicDirectory`. */
function missingPictures(publicDirectory: string): string[] {
  const named = [
    pictures.founderPicture,
    pictures.openGraphPicture,
    ...pictures.testimonialPictures,
    ...pictures.brokerBanners.map(({ image }) => image),
  ];
  return named
    .filter(({ src }) => !existsSync(path.join(publicDirectory, src)))
    .map(({ src }) => `content/pictures.ts: there is no file public${src}`);
}

/** Makes sure that the operator's facts can be shown. Throws a ConfigError with a line for everything that is wrong. */
export function checkContent(publicDirectory: string): void {
  const problems = [
    ...contentFiles.flatMap(({ file, content, rules }) => describeProblems(file, content, rules)),
    ...missingPictures(publicDirectory),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}
