import { ChevronRight, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { menuItemClass } from '#app/ui/menu.tsx';
import { morePlaces } from './admin-places.ts';
import { SignOut } from './sign-out.tsx';

/** On phones: the pages that are needed less often. */
export const MorePanel = () => (
  <>
    <h2 className="sr-only">More</h2>
    <ul className="divide-y divide-hairline rounded-sm border border-hairline bg-surface">
      {morePlaces.map(({ to, label, Icon }) => (
        <li key={to}>
          <Link to={to} className={`${menuItemClass} min-h-14`}>
            <Icon className="size-4.5 text-gold" />
            <span className="flex-1">{label}</span>
            <ChevronRight className="size-4 text-muted" />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/" reloadDocument className={`${menuItemClass} min-h-14`}>
          <ExternalLink className="size-4.5 text-gold" />
          View site
        </Link>
      </li>
      <li className="py-1.5">
        <SignOut />
      </li>
    </ul>
  </>
);
