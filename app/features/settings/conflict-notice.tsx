import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { describeDifferences } from './describe-differences.ts';
import { Differences } from './differences.tsx';
import { useMentorZone } from './section-context.tsx';
import type { SectionState } from './use-section.ts';

/** What was to be saved, and what somebody else has saved meanwhile. */
export interface Conflict<Value> {
  mine: Value;
  theirs: SectionState<Value>;
}

interface ConflictNoticeProps<Value> extends Conflict<Value> {
  section: SettingsSection;
  /** What both began from. */
  base: Value;
  isBusy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Tells whoever comes second, shows both, and lets them choose. */
export function ConflictNotice<Value extends object>(props: ConflictNoticeProps<Value>) {
  const { section, base, mine, theirs, isBusy, onKeepMine, onTakeTheirs } = props;
  const { timeZone, timeZoneLabel } = useMentorZone();
  const ref = useRef<HTMLElement>(null);
  const changedHere = new Set(
    describeDifferences(section, [base, mine], timeZone).map(({ label }) => label),
  );
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, []);
  const when =
    theirs.saved_at && `${formatDateAndClock(theirs.saved_at, timeZone)} ${timeZoneLabel}`;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      role="alert"
      aria-labelledby="conflict-title"
      className="grid gap-5 rounded-sm border border-danger bg-danger-wash p-5 sm:p-7"
    >
      <div>
        <h2 id="conflict-title" className="text-heading text-danger">
          This was saved on another device meanwhile
        </h2>
        <p className="mt-2 max-w-prose">
          {[theirs.saved_by, when].filter(Boolean).join(', ')}. Nothing of yours is lost: look at
          both, and choose what visitors see.
        </p>
      </div>
      <Differences
        differences={describeDifferences(section, [mine, theirs.value], timeZone)}
        noteOf={({ label }) =>
          changedHere.has(label)
            ? undefined
            : 'You have not changed this: what was saved there stays either way.'
        }
        before="Yours"
        after="Theirs"
      />
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && onKeepMine()}>
          Keep mine
        </Button>
        <Button variant="secondary" aria-disabled={isBusy} onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}
