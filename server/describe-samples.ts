import { isSample } from '#domain/sample.ts';
import { contentFiles } from './check-content.ts';

const holdsSample = (value: unknown): boolean =>
  isSample(value) ||
  (value instanceof Object && Object.values(value).some((part) => holdsSample(part)));

/** What is a sample in one exported fact: its name, how many of a list, or which parts. */
function samplesIn(name: string, fact: unknown): string[] {
  if (Array.isArray(fact)) {
    const count = fact.filter(holdsSample).length;
    return count > 0 ? [`${name} (${count} of ${fact.length})`] : [];
  }
  if (isSample(fact)) return [typeof fact === 'string' ? `${name} (${fact})` : name];
  if (!(fact instanceof Object)) return [];
  return Object.entries(fact).flatMap(([key, part]) => samplesIn(`${name}.${key}`, part));
}

/** The facts that are still samples, a line for each file: `content/site.ts: site.email (…), …`. */
export const describeSamples = (files: { file: string; content: object }[] = contentFiles) =>
  files.flatMap(({ file, content }) => {
    const found = Object.entries(content).flatMap(([name, fact]) => samplesIn(name, fact));
    return found.length > 0 ? [`${file}: ${found.join(', ')}`] : [];
  });
