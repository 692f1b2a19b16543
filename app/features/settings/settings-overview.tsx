import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { metaOf } from '#domain/settings/fields.ts';
import {
  type SettingsSection,
  settingsSchemas,
  settingsSections,
} from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { countDone, useFirstSteps } from '../admin/use-first-steps.ts';
import { useMentorZone } from './section-context.ts';
import { sectionPath } from './settings-layout.tsx';
import { readSectionDraft } from './use-editing.ts';
import { type SectionSummary, useSectionSummaries } from './use-section.ts';

/** The sections of the settings, with their state in one line. */
export function SettingsOverview() {
  const sections = useSectionSummaries();
  return (
    <div className="grid gap-6">
      {sections.isError && (
        <FailedNotice
          text="The settings could not be loaded."
          isReading={sections.isFetching}
          retry={() => void sections.refetch()}
        />
      )}
      <ul className="divide-y divide-hairline rounded-sm border border-hairline bg-surface">
        {settingsSections.map((section) => (
          <li key={section}>
            <SectionRow
              section={section}
              summary={sections.data?.items.find((one) => one.section === section)}
              isFailed={sections.isError}
            />
          </li>
        ))}
        <li>
          <MailRow />
        </li>
      </ul>
      <PutAwaySteps />
    </div>
  );
}

/** The way back to first steps that were put away before all of them were done. */
function PutAwaySteps() {
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

const MailRow = () => (
  <Link
    to={sectionPath('mail')}
    className="group flex min-h-14 items-center gap-4 px-4 py-3 sm:px-6"
  >
    <span className="min-w-0 flex-1">
      <span className="block font-semibold group-hover:text-gold">Email</span>
      <span className="block text-sm text-muted">
        The service that sends your emails, and who they are from
      </span>
    </span>
    <ChevronRight className="size-5 shrink-0 text-gold" />
  </Link>
);

interface SectionRowProps {
  section: SettingsSection;
  summary: SectionSummary | undefined;
  isFailed: boolean;
}

function SectionRow({ section, summary, isFailed }: SectionRowProps) {
  const { label, help } = metaOf(settingsSchemas[section]);
  const [hasDraft, setHasDraft] = useState(false);
  // Drafts are kept on this device, so only the browser knows of them.
  useEffect(() => setHasDraft(readSectionDraft(section) !== undefined), [section]);
  return (
    <Link
      to={sectionPath(section)}
      className="group flex min-h-14 items-center gap-4 px-4 py-3 sm:px-6"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold group-hover:text-gold">{label}</span>
        <span className="block text-sm text-muted">{help}</span>
        <span className="block text-sm">
          {summary?.problem ? (
            <span className="font-semibold text-danger">Needs your attention</span>
          ) : hasDraft ? (
            <span className="font-semibold text-gold">Unsaved changes</span>
          ) : summary ? (
            <LastSaved {...summary} />
          ) : (
            !isFailed && <Skeleton className="my-0.5 h-4 w-2/5" />
          )}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-gold" />
    </Link>
  );
}

function LastSaved({ saved_at, saved_by }: SectionSummary) {
  const { timeZone, timeZoneLabel } = useMentorZone();
  if (saved_at === null) return <span className="text-muted">Not changed yet</span>;
  return (
    <span className="text-muted">
      Saved <time dateTime={saved_at}>{formatDateAndClock(saved_at, timeZone)}</time>{' '}
      {timeZoneLabel} by {saved_by}
    </span>
  );
}
