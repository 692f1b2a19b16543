export { MailSettings } from './mail-fields.tsx';
export { SectionEditor } from './section-editor.tsx';
export { SettingsOverview, settingsPages } from './settings-overview.tsx';
export { useSectionState } from './use-section.ts';
