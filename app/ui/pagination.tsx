import { ArrowLeft, ArrowRight } from 'lucide-react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface PaginationProps {
  page: number;
  pageCount: number;
  toPage: (page: number) => string;
}

const stepClass =
  'inline-flex min-h-12 items-center gap-2.5 rounded-sm font-semibold text-gold hover:underline underline-offset-4';

/** Real links to the pages around this one. Nothing where there is only one. */
export function Pagination({ page, pageCount, toPage }: PaginationProps) {
  if (pageCount === 1) return null;
  return (
    <nav
      aria-label="Pages"
      className="mt-14 grid grid-cols-[1fr_auto_1fr] items-center border-t border-hairline pt-6"
    >
      {page > 1 && (
        <Link to={toPage(page - 1)} rel="prev" className={stepClass}>
          <ArrowLeft className="size-4" />
          <span>
            Newer <span className="sr-only">posts</span>
          </span>
        </Link>
      )}
      <p className="col-start-2 text-muted">
        Page {page} of {pageCount}
      </p>
      {page < pageCount && (
        <Link
          to={toPage(page + 1)}
          rel="next"
          className={classNames(stepClass, 'col-start-3 justify-self-end')}
        >
          <span>
            Older <span className="sr-only">posts</span>
          </span>
          <ArrowRight className="size-4" />
        </Link>
      )}
    </nav>
  );
}
