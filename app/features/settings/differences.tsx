import type { Difference } from './describe-differences.ts';

interface DifferencesProps {
  differences: Difference[];
  /** What the two sides are called. */
  before: string;
  after: string;
  /** What else is to be said of one. */
  noteOf?: (difference: Difference) => string | undefined;
}

/** In what two versions differ, field by field, side by side. */
export const Differences = ({ differences, before, after, noteOf }: DifferencesProps) =>
  differences.length === 0 ? (
    <p className="text-muted">Nothing differs.</p>
  ) : (
    <ul className="grid gap-4">
      {differences.map((difference) => (
        <li key={difference.label + difference.after}>
          <p className="text-sm font-semibold">{difference.label}</p>
          <dl className="mt-1.5 grid gap-2 sm:grid-cols-2">
            <Side name={before} text={difference.before} />
            <Side name={after} text={difference.after} />
          </dl>
          {noteOf?.(difference) && (
            <p className="mt-1.5 text-sm text-muted">{noteOf(difference)}</p>
          )}
        </li>
      ))}
    </ul>
  );

const Side = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0 rounded-sm border border-hairline bg-raised px-3 py-2 text-sm">
    <dt className="text-xs text-muted">{name}</dt>
    {/* A long text scrolls by itself, by the keyboard too. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <dd tabIndex={0} className="max-h-40 overflow-y-auto break-words whitespace-pre-line">
      {text}
    </dd>
  </div>
);
