import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import {
  listSections,
  listSectionVersions,
  previewSettings,
  readSection,
  type SettingsDeps,
  saveSection,
} from './settings-sections.ts';

export type SettingsServices = ReturnType<typeof createSettingsServices>;

/** Creates the use cases of the settings. */
export const createSettingsServices = (deps: SettingsDeps) =>
  bindUseCases(deps, {
    listSections,
    readSection,
    listSectionVersions,
    saveSection,
    previewSettings,
  });
