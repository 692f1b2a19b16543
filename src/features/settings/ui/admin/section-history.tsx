import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Loaded, Time } from '#features/admin-ui/ui/index.ts';
import { describeDifferences } from '#features/settings/rules/differences.ts';
import { type SettingsSection, settingsSchemas } from '#features/settings/rules/sections.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { Button } from '#ui/button.tsx';
import { type SectionState, useSectionVersions } from './use-section.ts';

interface SectionHistoryProps {
  section: SettingsSection;
  current: SectionState;
  onRestore: (version: SectionState) => void;
}

const summaryClass =
  'flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-3 hover:text-gold [&::-webkit-details-marker]:hidden';

/**
 * The version history of a section: who saved when, the differences, and how to restore a version.
 */
export function SectionHistory({ section, current, onRestore }: SectionHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const versions = useSectionVersions(section, isOpen);
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
        <Loaded query={versions} failed="The version history could not be loaded." skeleton="h-24">
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-muted">Not changed yet</p>
            ) : (
              <ol className="divide-y divide-hairline border-t border-hairline">
                {items.map((version) => (
                  <li key={version.version}>
                    <Version
                      section={section}
                      current={current}
                      version={version}
                      onRestore={onRestore}
                    />
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </details>
  );
}

type VersionProps = SectionHistoryProps & { version: SectionState };

function Version({ section, current, version, onRestore }: VersionProps) {
  const { timeZone } = useSettings();
  const isCurrent = version.version === current.version;
  const versions: [object, object] = [current.value, version.value];
  const differences = describeDifferences(settingsSchemas[section], versions, timeZone);
  return (
    <details className="group">
      <summary className={summaryClass}>
        <Time at={version.saved_at ?? ''} className="font-medium" />
        <span className="min-w-0 truncate text-sm text-muted">{version.saved_by}</span>
        {isCurrent && <span className="label-caps ml-auto text-gold">Current</span>}
      </summary>
      <div className="grid gap-4 pb-5">
        {differences.length === 0 && (
          <p className="text-muted">
            {isCurrent ? 'This is what visitors see.' : 'Same as the current version.'}
          </p>
        )}
        {differences.map(({ label, before, after }) => (
          <div key={label}>
            <p className="text-sm font-semibold">{label}</p>
            <dl className="mt-1.5 grid gap-2 sm:grid-cols-2">
              <Side name="Now" text={before} />
              <Side name="In this version" text={after} />
            </dl>
          </div>
        ))}
        {!isCurrent && (
          <Button
            variant="secondary"
            onClick={() => onRestore(version)}
            className="justify-self-start max-sm:w-full"
          >
            Restore this version
          </Button>
        )}
      </div>
    </details>
  );
}

const Side = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0 rounded-sm border border-hairline bg-raised px-3 py-2 text-sm">
    <dt className="text-xs text-muted">{name}</dt>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, with the keyboard too */}
    <dd tabIndex={0} className="max-h-40 overflow-y-auto break-words whitespace-pre-line">
      {text}
    </dd>
  </div>
);
