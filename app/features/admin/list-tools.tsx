import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { CardLink } from './record-card.tsx';

interface ChoiceLinksProps {
  label: string;
  name: string;
  /** The first choice has no value; `count` stands beside a label and says how many it holds. */
  choices: { value: string | undefined; label: string; count?: string | undefined }[];
  chosen: string | undefined;
}

/** Ways to look at a list, one of them chosen: links, so that the URL says which. */
export function ChoiceLinks({ label, name, choices, chosen }: ChoiceLinksProps) {
  return (
    <nav
      aria-label={label}
      className="-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none]"
    >
      <ul className="flex gap-2">
        {choices.map(({ value, label: text, count }) => (
          <li key={text} className="shrink-0">
            <Link
              to={value === undefined ? '.' : `?${name}=${value}`}
              preventScrollReset
              aria-current={chosen === value ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center gap-2 rounded-sm border px-4 text-sm font-semibold transition-colors focus-visible:-outline-offset-2',
                chosen === value
                  ? 'border-gold bg-gold-wash text-gold'
                  : 'border-hairline text-muted hover:border-gold-soft hover:text-ink',
              )}
            >
              {text}
              {count !== undefined && <span className="font-normal">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Takes along what a list shows, as a file for spreadsheets. */
export function CsvLink({ href, what }: { href: string; what: string }) {
  return (
    <CardLink icon={Download} href={href} download>
      Export CSV<span className="sr-only"> of the {what}</span>
    </CardLink>
  );
}
