import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';

/** A field in which two versions of a record differ. */
export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  /** Shows a value that is more than text. */
  show?: ((value: string) => ReactNode) | undefined;
}

interface ConflictPanelProps {
  differences: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both versions to the person who saves second. They choose one. */
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
        {differences.map(({ name, label, mine, theirs, show }) => (
          <div key={name} className="grid gap-2">
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="grid gap-2 @md:grid-cols-2">
              <Version title="Yours" label={label} value={mine} show={show} />
              <Version title="Theirs" label={label} value={theirs} show={show} />
            </dd>
          </div>
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
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text can be scrolled with the keyboard
      tabIndex={0}
      className="max-h-60 overflow-y-auto rounded-sm break-words whitespace-pre-line"
    >
      {show ? show(value) : value || <span className="text-muted italic">empty</span>}
    </div>
  </div>
);
