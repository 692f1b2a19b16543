import type { FieldMetadata } from '@conform-to/react';
import { createContext } from 'react';
import type { SettingsSection } from '#features/settings/rules/sections.ts';
import type { z } from '#rules/zod.ts';

/** The props of a field in a section's form. */
export interface FieldProps {
  field: FieldMetadata<unknown>;
  schema: z.core.$ZodType;
}

/** Returns the id of a section's form, and of its draft. */
export const sectionFormId = (section: SettingsSection) => `settings-${section}`;

/** The texts of the section that are still the samples of a new site. */
export const SamplesContext = createContext<ReadonlySet<string>>(new Set());

/** The note below a sample. */
export const sampleNote = 'Sample, hidden from visitors. Replace it with yours.';

/** Tells the form which of its pictures are uploading. */
export const UploadingContext = createContext<(name: string, isUploading: boolean) => void>(
  () => {},
);

/** Returns the value at a path, such as `plans[0].title` or `socialLinks.0.href`. */
export const readPath = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce((part, key) => Object(part)[key], value);
