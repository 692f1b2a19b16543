import { useLocation } from 'react-router';
import { MailSettings } from '#app/features/settings/mail-fields.tsx';
import { SectionEditor } from '#app/features/settings/section-editor.tsx';
import { SettingsOverview } from '#app/features/settings/settings-overview.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { settingsSections } from '#domain/settings/sections.ts';
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
