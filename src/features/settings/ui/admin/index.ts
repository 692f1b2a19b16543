export { SectionEditor } from './section-editor.tsx';
export { SettingsOverview, settingsPages } from './settings-overview.tsx';
export { foldClass, Summary } from './summary.tsx';
export { useSectionState } from './use-section.ts';
