import { useLocation } from 'react-router';
import { sectionPanels } from '#app/features/settings/sections.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { settingsSections } from '#domain/settings/sections.ts';
import type { Route } from './+types/settings-section';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', isIndexed: false });

/** One section of the settings, named by the end of its path. */
export default function SettingsSection() {
  const { pathname } = useLocation();
  const shown = settingsSections.find((section) => pathname.split('/').includes(section));
  const Panel = sectionPanels[shown ?? 'site'];
  return <Panel key={shown} />;
}
