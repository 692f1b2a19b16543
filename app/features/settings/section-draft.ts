import type { SettingsSection } from '#domain/settings/sections.ts';
import { readDraft, writeDraft } from '../forms/draft.ts';

/** What was typed into the form of a section and not saved. */
export interface SectionDraft {
  /** What it was typed over: its version, and what that said. */
  version: number;
  base: object;
  /** As the form held it. */
  value: Record<string, unknown>;
}

/** The id of the form of a section. */
export const sectionFormId = (section: SettingsSection) => `settings-${section}`;

/** Returns what was typed and not saved, if anything was. */
export function readSectionDraft(section: SettingsSection): SectionDraft | undefined {
  const kept = readDraft(sectionFormId(section))?.values;
  if (!kept) return undefined;
  try {
    const { version, base, value }: Partial<SectionDraft> = JSON.parse(kept.draft ?? '');
    const isWhole = Number.isInteger(version) && base instanceof Object && value instanceof Object;
    return isWhole ? { version: Number(version), base, value } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed; nothing to keep forgets it. */
export const keepSectionDraft = (section: SettingsSection, draft: SectionDraft | undefined): void =>
  writeDraft(sectionFormId(section), draft && { values: { draft: JSON.stringify(draft) } });
