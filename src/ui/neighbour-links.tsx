import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface Neighbour {
  title: string;
  path: string;
}

interface NeighbourLinksProps {
  /** What the pages are: `post`, `lesson`. */
  noun: string;
  previous: Neighbour | null | undefined;
  next: Neighbour | null | undefined;
  className: string;
}

/** Links to the pages before and after this one. */
export const NeighbourLinks = ({ noun, previous, next, className }: NeighbourLinksProps) =>
  (previous || next) && (
    <nav
      aria-label={`Other ${noun}s`}
      className={classNames('grid gap-x-12 gap-y-6 border-hairline sm:grid-cols-2', className)}
    >
      {previous && <NeighbourLink {...previous} rel="prev" label={`Previous ${noun}`} />}
      {next && <NeighbourLink {...next} rel="next" label={`Next ${noun}`} />}
    </nav>
  );

const NeighbourLink = ({
  title,
  path,
  rel,
  label,
}: Neighbour & { rel: 'prev' | 'next'; label: string }) => (
  <Link
    to={path}
    rel={rel}
    className="group min-w-0 sm:[&[rel=next]]:col-start-2 sm:[&[rel=next]]:text-right"
  >
    <span className="block text-sm text-muted">{label}</span>
    <span dir="auto" className="mt-1 block font-display text-xl group-hover:text-gold">
      {title}
    </span>
  </Link>
);
