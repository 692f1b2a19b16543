import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Settings,
  settingsSchemas,
  settingsSections,
} from '#features/settings/rules/index.ts';
import { defaults, isSample, testimonialPictures } from '#features/settings/server/index.ts';
import { ConfigError } from '#platform/config/config.ts';

/**
 * Returns what is wrong with the defaults in `content/` by the rules of the settings, one problem
 * per line.
 */
export const describeProblems = (settings: Record<keyof Settings, unknown>): string[] =>
  settingsSections.flatMap((section) => {
    const problems = settingsSchemas[section].safeParse(settings[section]).error?.issues ?? [];
    return problems.map(
      ({ path: where, message }) => `content/${section}.ts: ${where.join('.')}: ${message}`,
    );
  });

/** Returns the pictures that `content/` names but that do not exist in `publicDirectory`. */
function missingPictures(publicDirectory: string): string[] {
  const { portrait, sharePicture, brokerBanners } = defaults.pictures;
  const banners = brokerBanners.map(({ image }) => image);
  return [portrait, sharePicture, ...banners, ...testimonialPictures]
    .filter(({ src }) => !existsSync(path.join(publicDirectory, src)))
    .map(({ src }) => `content/pictures.ts: there is no file public${src}`);
}

/** Checks that the defaults are valid. Throws a ConfigError with a line for each problem. */
export function checkContent(publicDirectory: string): void {
  const problems = [...describeProblems(defaults), ...missingPictures(publicDirectory)];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

const holdsSample = (value: unknown): boolean =>
  isSample(value) ||
  (value instanceof Object && Object.values(value).some((part) => holdsSample(part)));

/** Returns the samples in one value: its name, how many of a list, or which parts. */
function samplesIn(name: string, fact: unknown): string[] {
  if (Array.isArray(fact)) {
    const count = fact.filter(holdsSample).length;
    return count > 0 ? [`${name} (${count} of ${fact.length})`] : [];
  }
  if (isSample(fact)) return [`${name} (${fact})`];
  if (!(fact instanceof Object)) return [];
  return Object.entries(fact).flatMap(([key, part]) => samplesIn(`${name}.${key}`, part));
}

/** Lists the values that are still samples, one line per section: `site: email (…), phone (…)`. */
export const describeSamples = (settings: Settings): string[] =>
  settingsSections.flatMap((section) => {
    const found = Object.entries(settings[section]).flatMap(([name, fact]) =>
      samplesIn(name, fact),
    );
    return found.length > 0 ? [`${section}: ${found.join(', ')}`] : [];
  });
