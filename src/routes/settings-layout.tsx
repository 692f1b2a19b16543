import { Outlet } from 'react-router';
import { requireAdmin } from '#features/accounts/ui/account-pages.ts';
import { AdminContent } from '#features/admin/ui/admin-frame.tsx';
import { settingsPages } from '#features/settings/ui/settings-overview.tsx';
import { pageServicesContext } from '#server/page-context.ts';
import { TabBar } from '#ui/tab-bar.tsx';
import type { Route } from './+types/settings-layout';

const tabs = [{ to: '/admin/settings', label: 'Overview' }, ...settingsPages];

/** Checks the session on every request before anything is read. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return { mailTo: args.context.get(pageServicesContext).mailTo };
}

/** The frame of all pages of the settings. */
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
