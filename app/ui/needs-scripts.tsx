import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface NeedsScriptsProps {
  /** What is shown instead where there is no JavaScript. */
  note: ReactNode;
  /** Classes of the note. */
  className?: string;
  children: ReactNode;
}

/** Content that is of no use without JavaScript. Nobody fills in a form there that cannot be sent. */
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
