import type { ReactNode } from 'react';
import { TabBar } from '#app/ui/tab-bar.tsx';
import { metaOf } from '#domain/settings/fields.ts';
import { settingsSchemas, settingsSections } from '#domain/settings/sections.ts';
import { AdminContent } from '../admin/admin-frame.tsx';

/** The path of a section's page. */
export const sectionPath = (section: string): string => `/admin/settings/${section}`;

const tabs = [
  { to: '/admin/settings', label: 'Overview' },
  ...settingsSections.map((section) => ({
    to: sectionPath(section),
    label: metaOf(settingsSchemas[section]).label ?? section,
  })),
  { to: sectionPath('mail'), label: 'Email' },
];

/** What all sections of the settings have above them: the way from one to the next. */
export const SettingsLayout = ({ children }: { children: ReactNode }) => (
  <>
    <TabBar label="Settings" tabs={tabs} />
    <AdminContent>{children}</AdminContent>
  </>
);
