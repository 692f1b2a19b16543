import type { FieldMetadata } from '@conform-to/react';
import { createContext } from 'react';
import type { SettingsSection } from '#domain/settings/sections.ts';
import type { z } from '#domain/zod.ts';
import { useFacts } from '../shell/facts.ts';

/** What a field of a section's form is made of. */
export interface FieldProps {
  field: FieldMetadata<unknown>;
  schema: z.core.$ZodType;
}

/** The id of a section's form, and of its draft. */
export const sectionFormId = (section: SettingsSection) => `settings-${section}`;

/** The texts of the section that are still the samples of a new site. */
export const SamplesContext = createContext<ReadonlySet<string>>(new Set());

/** The note below a sample. */
export const sampleNote = 'Sample, hidden from visitors. Replace it with yours.';

/** Tells a form about pictures that are being uploaded into it, by the names of their fields. */
interface Arrivals {
  begin: (name: string) => void;
  end: (name: string) => void;
  fail: () => void;
}

export const ArrivalsContext = createContext<Arrivals | undefined>(undefined);

/** Returns the mentor's own time zone as it is saved, and its short name. */
export function useMentorZone() {
  const { timeZone, timeZoneLabel } = useFacts();
  return { timeZone, timeZoneLabel };
}
