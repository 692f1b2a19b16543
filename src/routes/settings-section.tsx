import { useLocation } from 'react-router';
import { settingsSections } from '#features/settings/rules/sections.ts';
import { MailSettings } from '#features/settings/ui/mail-fields.tsx';
import { SectionEditor } from '#features/settings/ui/section-editor.tsx';
import { SettingsOverview } from '#features/settings/ui/settings-overview.tsx';
import { pageMeta } from '#features/shell/ui/page-meta.ts';
import type { Route } from './+types/settings-section';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', isIndexed: false });

/** The page of the settings that the end of the path names. */
export default function SettingsSection() {
  const name = useLocation().pathname.split('/')[3];
  const section = settingsSections.find((known) => known === name);
  if (section) return <SectionEditor key={section} section={section} />;
  return name === 'mail' ? <MailSettings /> : <SettingsOverview />;
}
