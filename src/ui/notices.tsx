import { RefreshCw } from 'lucide-react';
import { useLocation } from 'react-router';
import { Candle } from './candle.tsx';
import { Link, textLink } from './link.tsx';

/** Shown instead of an empty list. */
export const EmptyNotice = ({ children }: { children: string }) => (
  <div className="container-site pb-(--section)">
    <div className="grid justify-items-center gap-5 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-16 text-center text-muted">
      <Candle className="h-10 w-3" />
      <p>{children}</p>
    </div>
  </div>
);

/** Shown while a part of a page, such as "The videos", is unavailable. */
export function UnavailableNotice({ what }: { what: string }) {
  const { pathname, search } = useLocation();
  return (
    <div
      role="status"
      className="grid justify-items-center gap-4 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-14 text-center"
    >
      <p className="max-w-prose text-muted">
        {what} can’t be shown right now. Try again in a moment.
      </p>
      <Link
        to={pathname + search}
        className={`inline-flex min-h-11 items-center gap-2.5 ${textLink}`}
      >
        <RefreshCw className="size-4" />
        Try again
      </Link>
    </div>
  );
}
