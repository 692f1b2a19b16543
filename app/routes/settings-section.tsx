import { useLocation } from 'react-router';
import { SectionEditor } from '#app/features/settings/section-editor.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { settingsSections } from '#domain/settings/sections.ts';
import type { Route } from './+types/settings-section';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', isIndexed: false });

/** One section of the settings, named by the end of its path. */
export default function SettingsSection() {
  const { pathname } = useLocation();
  const section =
    settingsSections.find((name) => pathname.split('/').includes(name)) ?? settingsSections[0];
  return <SectionEditor key={section} section={section} />;
}
