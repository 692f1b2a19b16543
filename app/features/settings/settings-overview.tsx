import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { type SettingsSection, settingsSections } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { countDone, useFirstSteps } from '../admin/use-first-steps.ts';
import { sectionLabels } from './labels.ts';
import { useMentorZone } from './section-context.tsx';
import { readSectionDraft } from './section-draft.ts';
import { sectionPath } from './settings-layout.tsx';
import { type SectionSummary, useSectionSummaries } from './use-section.ts';

/** The sections of the settings: what each is for, and who saved it last and when. */
export function SettingsOverview() {
  const sections = useSectionSummaries();
  return (
    <div className="grid gap-6">
      {sections.isError && (
        <FailedNotice
          text="Who saved what could not be loaded."
          isReading={sections.isFetching}
          retry={() => void sections.refetch()}
        />
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {settingsSections.map((section) => (
          <li key={section}>
            <SectionCard
              section={section}
              summary={sections.data?.items.find((one) => one.section === section)}
              isFailed={sections.isError}
            />
          </li>
        ))}
        <li>
          <MailCard />
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
        Show them on the first screen again
      </button>
    </p>
  );
}

const cardClass =
  'group flex h-full items-start gap-4 rounded-sm border border-hairline bg-surface p-5 transition-colors hover:border-gold-soft sm:p-6';

const MailCard = () => (
  <Link to={sectionPath('mail')} className={cardClass}>
    <span className="min-w-0 flex-1">
      <span className="block font-display text-heading group-hover:text-gold">Mail</span>
      <span className="mt-1 block text-muted">
        The email service that sends your emails, and whom they are from.
      </span>
    </span>
    <ChevronRight className="mt-1 size-5 shrink-0 text-gold" />
  </Link>
);

interface SectionCardProps {
  section: SettingsSection;
  summary: SectionSummary | undefined;
  isFailed: boolean;
}

function SectionCard({ section, summary, isFailed }: SectionCardProps) {
  const { label, about } = sectionLabels[section];
  const [hasDraft, setHasDraft] = useState(false);
  // What is kept on this device the server does not know.
  useEffect(() => setHasDraft(readSectionDraft(section) !== undefined), [section]);
  return (
    <Link to={sectionPath(section)} className={cardClass}>
      <span className="min-w-0 flex-1">
        <span className="block font-display text-heading group-hover:text-gold">{label}</span>
        <span className="mt-1 block text-muted">{about}</span>
        <span className="mt-4 block text-sm text-muted">
          {summary ? <LastSaved {...summary} /> : !isFailed && <Skeleton className="h-5 w-3/5" />}
        </span>
        {hasDraft && (
          <span className="mt-1 block text-sm font-semibold text-gold">
            Something is typed here and not saved yet.
          </span>
        )}
        {summary?.problem && (
          <span className="mt-1 block text-sm font-semibold text-danger">
            Something that was saved does not fit any more. Please look at it.
          </span>
        )}
      </span>
      <ChevronRight className="mt-1 size-5 shrink-0 text-gold" />
    </Link>
  );
}

function LastSaved({ saved_at, saved_by }: SectionSummary) {
  const { timeZone, timeZoneLabel } = useMentorZone();
  if (saved_at === null) return 'As the site came.';
  return (
    <>
      Saved <time dateTime={saved_at}>{formatDateAndClock(saved_at, timeZone)}</time>{' '}
      {timeZoneLabel} by {saved_by}
    </>
  );
}
