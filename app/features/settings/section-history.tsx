import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { keptVersions, type SettingsSection } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { describeDifferences } from './describe-differences.ts';
import { Differences } from './differences.tsx';
import { useMentorZone } from './section-context.tsx';
import { type SectionState, type SectionVersion, useSectionVersions } from './use-section.ts';

interface SectionHistoryProps<Value> {
  section: SettingsSection;
  current: SectionState<Value>;
  onBringBack: (version: SectionVersion<Value>) => void;
}

/** Who saved a section when, and the way back to each of it. */
export function SectionHistory<Value extends object>({
  section,
  current,
  onBringBack,
}: SectionHistoryProps<Value>) {
  const [isOpen, setIsOpen] = useState(false);
  const versions = useSectionVersions<Value>(section, isOpen);
  const { timeZone, timeZoneLabel } = useMentorZone();
  return (
    <details
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/all rounded-sm border border-hairline bg-surface"
    >
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 px-5 py-3 hover:text-gold sm:px-7 [&::-webkit-details-marker]:hidden">
        <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open/all:rotate-180" />
        <span className="font-semibold">Last {keptVersions} versions</span>
      </summary>
      <div className="px-5 pb-5 sm:px-7">
        {versions.isError && (
          <FailedNotice
            text="The versions could not be loaded."
            isReading={versions.isFetching}
            retry={() => void versions.refetch()}
          />
        )}
        {versions.isPending && <Skeleton className="h-24" />}
        {versions.data?.length === 0 && (
          <p className="text-muted">Nothing was saved yet: everything is as the site came.</p>
        )}
        <ol className="divide-y divide-hairline border-t border-hairline empty:hidden">
          {versions.data?.map((version) => (
            <li key={version.version}>
              <details className="group">
                <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-3 hover:text-gold [&::-webkit-details-marker]:hidden">
                  <ChevronDown className="size-4 shrink-0 text-gold transition-transform group-open:rotate-180" />
                  <span className="font-medium">
                    {formatDateAndClock(version.saved_at ?? '', timeZone)} {timeZoneLabel}
                  </span>
                  <span className="min-w-0 truncate text-sm text-muted">{version.saved_by}</span>
                  {version.version === current.version && (
                    <span className="label-caps ml-auto text-gold">Now</span>
                  )}
                </summary>
                <div className="grid gap-4 pb-5 pl-7">
                  {version.version === current.version ? (
                    <p className="text-muted">This is what visitors see.</p>
                  ) : (
                    <>
                      <Differences
                        differences={describeDifferences(
                          section,
                          [current.value, version.value],
                          timeZone,
                        )}
                        before="Now"
                        after="Then"
                      />
                      <Button
                        variant="secondary"
                        onClick={() => onBringBack(version)}
                        className="justify-self-start max-sm:w-full"
                      >
                        Bring it back
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
