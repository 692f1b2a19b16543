import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { countDone, useFirstSteps } from '#features/admin/ui/first-steps.tsx';
import { FailedNotice } from '#features/content/ui/admin/record-list.tsx';
import { metaOf } from '#features/settings/rules/fields.ts';
import {
  type SettingsSection,
  settingsSchemas,
  settingsSections,
} from '#features/settings/rules/sections.ts';
import { Link, textLink } from '#ui/link.tsx';
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
    to: '/admin/settings/mail',
    label: 'Email',
    help: 'The service that sends your emails, and who they are from',
  },
];

/** The pages of the settings, with the state of each section. */
export function SettingsOverview() {
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
      <HiddenSteps />
    </div>
  );
}

interface SectionStatusProps {
  section: SettingsSection;
  summary: SectionSummary | undefined;
}

function SectionStatus({ section, summary }: SectionStatusProps) {
  const [hasDraft, setHasDraft] = useState(false);
  // Drafts are in the browser only.
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

/** Brings back the first steps that were hidden before all were done. */
function HiddenSteps() {
  const { data, recall } = useFirstSteps();
  if (!data?.is_dismissed || countDone(data) === data.steps.length) return null;
  return (
    <p className="text-muted">
      First steps: {countDone(data)} of {data.steps.length} done.{' '}
      <button type="button" onClick={() => recall.mutate()} className={textLink}>
        Show them on Today again
      </button>
    </p>
  );
}
