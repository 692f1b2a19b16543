import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

interface SummaryProps {
  title: ReactNode;
  help?: ReactNode;
  className?: string | undefined;
}

/** The line that opens and closes a `details`. It indicates if a field inside is invalid. */
export const Summary = ({ title, help, className }: SummaryProps) => (
  <summary
    className={classNames(
      'flex min-h-14 cursor-pointer items-center gap-3 py-3 hover:text-gold [&::-webkit-details-marker]:hidden',
      className,
    )}
  >
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{title}</span>
      {help && <span className="block text-sm text-muted">{help}</span>}
    </span>
    <span className="hidden text-sm font-semibold text-danger in-[details:has([aria-invalid=true])]:block">
      Check this
    </span>
    <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform [details[open]>summary>&]:rotate-180" />
  </summary>
);

/** The class of a `details` that is a section of a page. */
export const foldClass = 'min-w-0 rounded-sm border border-hairline bg-surface';
