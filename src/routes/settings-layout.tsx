import { Outlet } from 'react-router';
import { AdminContent } from '#features/admin/ui/index.ts';
import { settingsPages } from '#features/settings/ui/admin/index.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { TabBar } from '#ui/tab-bar.tsx';
import type { Route } from './+types/settings-layout';
import { requireAdmin } from './actions/account-pages.ts';

const tabs = [{ to: '/admin/settings', label: 'Overview' }, ...settingsPages];

/** Checks the session on every request before anything is read. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return { mailTo: args.context.get(pageServicesContext).mailTo };
}

/** The frame of all settings pages. */
export default function SettingsLayout() {
  return (
    <>
      <TabBar label="Settings" tabs={tabs} />
      <AdminContent>
        <Outlet />
      </AdminContent>
    </>
  );
}
