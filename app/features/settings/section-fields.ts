import type { FormMetadata } from '@conform-to/react';
import type { SettingsSection, settingsSchemas } from '#domain/settings/sections.ts';
import type { z } from '#domain/zod.ts';

/** What the fields of one schema are made of. */
export interface SchemaFields<Schema extends z.ZodObject> {
  fields: ReturnType<FormMetadata<z.input<Schema>>['getFieldset']>;
}

/** The same by the name of a section. */
export type SectionFields<Section extends SettingsSection> = SchemaFields<
  (typeof settingsSchemas)[Section]
>;
