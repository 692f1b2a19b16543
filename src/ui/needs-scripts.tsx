import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface NeedsScriptsProps {
  /** Shown instead without JavaScript, or if the page's script files do not arrive. */
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
        'hidden rounded-sm border border-hairline-strong px-4 py-3 plain:block',
        className,
      )}
    >
      {note}
    </p>
    <div className="contents plain:hidden">{children}</div>
  </>
);
