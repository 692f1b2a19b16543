import { ArrowLeft, ArrowRight } from 'lucide-react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';
import { pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  page: number;
  pageCount: number;
  toPage: (page: number) => string;
  /** The texts of the links to the previous and the next page. */
  words?: { previous: string; next: string; what: string };
}

const stepClass =
  'inline-flex min-h-12 items-center gap-2.5 rounded-sm font-semibold text-gold hover:underline underline-offset-4';

/** Links to the other pages of a list; nothing if there is only one page. */
export function Pagination({
  page,
  pageCount,
  toPage,
  words: { previous, next, what } = { previous: 'Previous', next: 'Next', what: 'page' },
}: PaginationProps) {
  if (pageCount === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-14 border-t border-hairline pt-6">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-3">
        {page > 1 && (
          <Link to={toPage(page - 1)} rel="prev" className={stepClass}>
            <ArrowLeft className="size-4 shrink-0" />
            <span>
              {previous} <span className="sr-only">{what}</span>
            </span>
          </Link>
        )}
        <p className="col-start-2 text-center text-muted">
          Page {page} of {pageCount}
        </p>
        {page < pageCount && (
          <Link
            to={toPage(page + 1)}
            rel="next"
            className={classNames(stepClass, 'col-start-3 justify-self-end')}
          >
            <span>
              {next} <span className="sr-only">{what}</span>
            </span>
            <ArrowRight className="size-4 shrink-0" />
          </Link>
        )}
      </div>
      {pageCount > 2 && (
        <ol className="mt-2 flex flex-wrap justify-center">
          {pageNumbers(page, pageCount).map((number, index) => (
            <li key={number || `gap-${index}`}>
              {number === 0 ? (
                <span className="grid min-h-11 place-items-center text-muted">…</span>
              ) : (
                <Link
                  to={toPage(number)}
                  aria-label={`Page ${number}`}
                  aria-current={number === page ? 'page' : undefined}
                  className="grid min-h-11 min-w-11 place-items-center rounded-sm text-gold hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline"
                >
                  {number}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </nav>
  );
}
