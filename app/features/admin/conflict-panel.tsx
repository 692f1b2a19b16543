import { useEffect, useId, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { differingPart } from '#domain/differing-part.ts';
import type { Difference } from './compare-texts.ts';

interface ConflictPanelProps {
  differences: readonly Difference[];
  /** Keeps what was changed here. What only they changed stays. */
  onKeepMine: () => void;
  /** Discards what was changed here. */
  onTakeTheirs: () => void;
}

/** Shows both versions to the person who saves second, and lets them choose. */
export function ConflictPanel({ differences, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const ref = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="@container grid scroll-mt-[calc(var(--header-height)+4.75rem)] gap-5 rounded-sm border border-danger bg-danger-wash p-5"
    >
      <div className="grid gap-2">
        <h3 id={titleId} className="font-text text-lg leading-snug font-semibold text-danger">
          Someone else saved changes
        </h3>
        <p>Nothing you typed is lost. Compare the two and choose which to keep.</p>
      </div>
      <dl className="grid gap-5">
        {differences.map((difference) => (
          <Comparison key={difference.name} {...difference} />
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKeepMine} className="max-sm:w-full">
          Keep mine
        </Button>
        <Button variant="secondary" onClick={onTakeTheirs} className="max-sm:w-full">
          Take theirs
        </Button>
      </div>
    </section>
  );
}

const Comparison = ({ label, mine, theirs, isMine, show }: Difference) => {
  const part = show ? { mine, theirs } : differingPart(mine, theirs);
  return (
    <div className="grid gap-2">
      <dt className="text-sm font-semibold">{label}</dt>
      <dd className="grid gap-2 @md:grid-cols-2">
        <Version title="Yours" value={part.mine} show={show} label={label} />
        <Version title="Theirs" value={part.theirs} show={show} label={label} />
        {!isMine && (
          <p className="text-sm text-muted @md:col-span-2">
            You did not change this, so their version stays either way.
          </p>
        )}
      </dd>
    </div>
  );
};

interface VersionProps extends Pick<Difference, 'label' | 'show'> {
  title: string;
  value: string;
}

const Version = ({ title, label, value, show }: VersionProps) => (
  <div className="grid min-w-0 content-start gap-1 rounded-sm border border-hairline-strong bg-raised px-4 py-3">
    <p className="text-sm text-muted">
      {title}
      <span className="sr-only">, {label}</span>
    </p>
    {value === '' && !show ? (
      <p className="text-muted italic">empty</p>
    ) : (
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by itself, by the keyboard too
        tabIndex={0}
        className="max-h-60 overflow-y-auto rounded-sm break-words whitespace-pre-line"
      >
        {show ? show(value) : value}
      </div>
    )}
  </div>
);
