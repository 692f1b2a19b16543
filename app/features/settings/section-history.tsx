import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { type Difference, describeDifferences } from '#domain/settings/differences.ts';
import { type SettingsSection, settingsSchemas } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { useMentorZone } from './section-context.ts';
import { type SectionState, useSectionVersions } from './use-section.ts';

interface SectionHistoryProps {
  section: SettingsSection;
  current: SectionState;
  onRestore: (version: SectionState) => void;
}

const summaryClass =
  'flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-3 hover:text-gold [&::-webkit-details-marker]:hidden';

/** The earlier versions of a section: who saved them when, what differs, and how to restore them. */
export function SectionHistory({ section, current, onRestore }: SectionHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const versions = useSectionVersions(section, isOpen);
  const { timeZone, timeZoneLabel } = useMentorZone();
  return (
    <details
      onToggle={({ currentTarget, target }) =>
        target === currentTarget && setIsOpen(currentTarget.open)
      }
      className="group/all rounded-sm border border-hairline bg-surface px-4 sm:px-6"
    >
      <summary className={`${summaryClass} font-semibold`}>
        <span className="flex-1">Version history</span>
        <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open/all:rotate-180" />
      </summary>
      <div className="pb-4">
        {versions.isError && (
          <FailedNotice
            text="The version history could not be loaded."
            isReading={versions.isFetching}
            retry={() => void versions.refetch()}
          />
        )}
        {versions.isPending && <Skeleton className="h-24" />}
        {versions.data?.length === 0 && <p className="text-muted">Not changed yet</p>}
        <ol className="divide-y divide-hairline border-t border-hairline empty:hidden">
          {versions.data?.map((version) => (
            <li key={version.version}>
              <details className="group">
                <summary className={summaryClass}>
                  <span className="font-medium">
                    {formatDateAndClock(version.saved_at ?? '', timeZone)} {timeZoneLabel}
                  </span>
                  <span className="min-w-0 truncate text-sm text-muted">{version.saved_by}</span>
                  <span className="ml-auto flex items-center gap-2">
                    {version.version === current.version && (
                      <span className="label-caps text-gold">Current</span>
                    )}
                    <ChevronDown className="size-4 shrink-0 text-gold transition-transform group-open:rotate-180" />
                  </span>
                </summary>
                <div className="grid gap-4 pb-5">
                  {version.version === current.version ? (
                    <p className="text-muted">This is what visitors see.</p>
                  ) : (
                    <>
                      <Differences
                        differences={describeDifferences(
                          settingsSchemas[section],
                          [current.value, version.value],
                          timeZone,
                        )}
                      />
                      <Button
                        variant="secondary"
                        onClick={() => onRestore(version)}
                        className="justify-self-start max-sm:w-full"
                      >
                        Restore this version
                      </Button>
                    </>
                  )}
                </div>
              </details>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

const Differences = ({ differences }: { differences: Difference[] }) =>
  differences.length === 0 ? (
    <p className="text-muted">Same as the current version.</p>
  ) : (
    <ul className="grid gap-4">
      {differences.map(({ label, before, after }) => (
        <li key={label + after}>
          <p className="text-sm font-semibold">{label}</p>
          <dl className="mt-1.5 grid gap-2 sm:grid-cols-2">
            <Side name="Now" text={before} />
            <Side name="In this version" text={after} />
          </dl>
        </li>
      ))}
    </ul>
  );

const Side = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0 rounded-sm border border-hairline bg-raised px-3 py-2 text-sm">
    <dt className="text-xs text-muted">{name}</dt>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by the keyboard too */}
    <dd tabIndex={0} className="max-h-40 overflow-y-auto break-words whitespace-pre-line">
      {text}
    </dd>
  </div>
);
