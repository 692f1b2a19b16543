import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { FailedNotice } from '#features/admin-ui/ui/index.ts';
import { metaOf } from '#features/settings/rules/fields.ts';
import {
  type SettingsSection,
  settingsSchemas,
  settingsSections,
} from '#features/settings/rules/sections.ts';
import { Link } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import {
  readSectionDraft,
  SavedAt,
  type SectionSummary,
  useSectionSummaries,
} from './use-section.ts';

interface SettingsPage {
  section?: SettingsSection;
  to: string;
  label: string;
  help: string;
}

/** The pages of the settings. */
export const settingsPages: SettingsPage[] = [
  ...settingsSections.map((section) => {
    const { label = section, help = '' } = metaOf(settingsSchemas[section]);
    return { section, label, help, to: `/admin/settings/${section}` };
  }),
  {
    to: '/admin/settings/cards',
    label: 'Card payments',
    help: 'PayFast and Paystack: keys, a test and what they cost',
  },
  {
    to: '/admin/settings/mail',
    label: 'Email',
    help: 'The service that sends your emails, and who they are from',
  },
];

/** The pages of the settings, with the state of each section. `children` follow the list. */
export function SettingsOverview({ children }: { children: ReactNode }) {
  const sections = useSectionSummaries();
  const summaryOf = (section: SettingsSection) =>
    sections.data?.items.find((summary) => summary.section === section);
  return (
    <div className="grid gap-6">
      {sections.isError && (
        <FailedNotice text="The settings could not be loaded." query={sections} />
      )}
      <ul className="divide-y divide-hairline rounded-sm border border-hairline bg-surface">
        {settingsPages.map(({ section, to, label, help }) => (
          <li key={to}>
            <Link to={to} className="group flex min-h-14 items-center gap-4 px-4 py-3 sm:px-6">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold group-hover:text-gold">{label}</span>
                <span className="block text-sm text-muted">{help}</span>
                {section && !sections.isError && (
                  <SectionStatus section={section} summary={summaryOf(section)} />
                )}
              </span>
              <ChevronRight className="size-5 shrink-0 text-gold" />
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

interface SectionStatusProps {
  section: SettingsSection;
  summary: SectionSummary | undefined;
}

function SectionStatus({ section, summary }: SectionStatusProps) {
  const [hasDraft, setHasDraft] = useState(false);
  // Drafts are only stored in the browser.
  useEffect(() => setHasDraft(readSectionDraft(section) !== undefined), [section]);
  if (!summary) return <Skeleton className="my-0.5 h-4 w-2/5" />;
  const { problem } = summary;
  if (problem || hasDraft)
    return (
      <span className={`block text-sm font-semibold ${problem ? 'text-danger' : 'text-gold'}`}>
        {problem ? 'Needs your attention' : 'Unsaved changes'}
      </span>
    );
  return (
    <span className="block text-sm text-muted">
      <SavedAt state={summary} />
    </span>
  );
}
