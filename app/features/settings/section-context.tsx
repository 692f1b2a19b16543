import { createContext, use } from 'react';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { useFacts } from '../shell/facts.ts';
import { labelOf } from './labels.ts';

/** Which section's form this is. */
export const SectionContext = createContext<SettingsSection | undefined>(undefined);

/** Returns the section of the form around. Throws outside of one. */
export function useSection(): SettingsSection {
  const section = use(SectionContext);
  if (!section) throw new Error('A field of the settings needs its section around it');
  return section;
}

/** Returns what fields of the form around are called, by their names. */
export function useLabels(): (name: string) => string {
  const section = useSection();
  return (name) => labelOf(section, name);
}

/** What of the section is still a sample of a new site, as it is written. */
export const SamplesContext = createContext<ReadonlySet<string>>(new Set());

/** Returns what is to be said of a text that is still a sample; nothing of any other. */
export function useSampleNote(text: string | undefined): string | undefined {
  const isSample = use(SamplesContext).has(text ?? '');
  return isSample
    ? 'This is a sample. On the internet nobody sees it: put yours in its place.'
    : undefined;
}

/** Returns the mentor's own time zone as it is saved, and how it is called. */
export function useMentorZone() {
  const { timeZone, timeZoneLabel } = useFacts();
  return { timeZone, timeZoneLabel };
}
