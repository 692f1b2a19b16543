import { Download } from 'lucide-react';
import { cardActionClass } from './admin-card.tsx';

/** Takes along what a list shows, as a file for spreadsheets. */
export function CsvLink({ href, what }: { href: string; what: string }) {
  return (
    <a href={href} download className={cardActionClass}>
      <Download aria-hidden className="size-4" strokeWidth={1.75} />
      Export CSV<span className="sr-only"> of the {what}</span>
    </a>
  );
}
