import { createContext, use } from 'react';
import type { SettingsSection } from '#domain/settings/sections.ts';
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

interface MentorZone {
  /** IANA. */
  timeZone: string;
  timeZoneLabel: string;
}

export const MentorZoneContext = createContext<MentorZone | undefined>(undefined);

/** Returns the mentor's own time zone as it is saved. Throws outside of the settings. */
export function useMentorZone(): MentorZone {
  const zone = use(MentorZoneContext);
  if (!zone) throw new Error('The settings need the mentor’s zone around them');
  return zone;
}
