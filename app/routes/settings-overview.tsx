import { SettingsOverview } from '#app/features/settings/settings-overview.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import type { Route } from './+types/settings-overview';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', isIndexed: false });

/** The sections of the settings. */
export default SettingsOverview;
