import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';
import { TabBar } from '#app/ui/tab-bar.tsx';
import { settingsSections } from '#domain/settings/sections.ts';
import { useLiveUpdates } from '../admin/use-live-updates.ts';
import { UploadQueuesProvider } from '../uploads/upload-queues.tsx';
import { sectionLabels } from './labels.ts';

/** The path of a section's page. */
export const sectionPath = (section: string): string => `/admin/settings/${section}`;

const tabs = [
  { to: '/admin/settings', label: 'Overview' },
  ...settingsSections.map((section) => ({
    to: sectionPath(section),
    label: sectionLabels[section].label,
  })),
  { to: sectionPath('mail'), label: 'Mail' },
];

/** What all sections of the settings stand in. */
export const SettingsLayout = ({ children }: { children: ReactNode }) => (
  <UploadQueuesProvider>
    <LiveUpdates />
    <div className="container-site pt-[calc(var(--header-height)+clamp(1.5rem,4vw,3rem))] pb-[clamp(1.5rem,3vw,2.25rem)]">
      <Link
        to="/admin"
        prefetch="intent"
        className="inline-flex items-center gap-2 py-2 text-[0.9375rem] font-semibold text-gold hover:underline"
      >
        <ArrowLeft className="size-4" />
        Admin Dashboard
      </Link>
      <h1 className="mt-2 text-title">Settings</h1>
      <p className="mt-2 text-lead text-muted">What your site says, sells and shows</p>
    </div>
    <NeedsScripts className="mx-(--gutter) mb-(--section)" note="The settings need JavaScript.">
      <TabBar label="Settings" tabs={tabs} />
      <div className="container-site pt-6 pb-(--section) lg:pt-9">{children}</div>
    </NeedsScripts>
  </UploadQueuesProvider>
);

/** Stands before the section, so that its changes are listened for before it is read. */
function LiveUpdates() {
  useLiveUpdates();
  return null;
}
