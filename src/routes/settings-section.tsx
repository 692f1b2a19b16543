import { useLocation } from 'react-router';
import { HiddenSteps } from '#features/admin/ui/index.ts';
import { CardPayments } from '#features/billing/ui/admin/index.ts';
import { MailSettings } from '#features/mail/ui/admin/index.ts';
import { settingsSections } from '#features/settings/rules/index.ts';
import { SectionEditor, SettingsOverview } from '#features/settings/ui/admin/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';

import type { Route } from './+types/settings-section';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', isIndexed: false });

/** The settings page that the last segment of the path names. */
export default function SettingsSection() {
  const name = useLocation().pathname.split('/')[3];
  const section = settingsSections.find((known) => known === name);
  if (section) return <SectionEditor key={section} section={section} />;
  if (name === 'cards') return <CardPayments />;
  if (name === 'mail') return <MailSettings />;
  return (
    <SettingsOverview>
      <HiddenSteps />
    </SettingsOverview>
  );
}
