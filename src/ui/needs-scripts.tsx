import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface NeedsScriptsProps {
  /** Shown instead without JavaScript. */
  note: ReactNode;
  /** The class of the note. */
  className?: string;
  children: ReactNode;
}

/** Content that needs JavaScript. */
export const NeedsScripts = ({ note, className, children }: NeedsScriptsProps) => (
  <>
    <p
      className={classNames(
        'hidden rounded-sm border border-hairline-strong px-4 py-3 noscript:block',
        className,
      )}
    >
      {note}
    </p>
    <div className="contents noscript:hidden">{children}</div>
  </>
);
