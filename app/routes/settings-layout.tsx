import { Outlet } from 'react-router';
import { AdminContent } from '#app/features/admin/admin-frame.tsx';
import { requireAdmin } from '#app/features/auth/account-pages.ts';
import { settingsPages } from '#app/features/settings/settings-overview.tsx';
import { TabBar } from '#app/ui/tab-bar.tsx';
import { pageServicesContext } from '#server/http/page-context.ts';
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
