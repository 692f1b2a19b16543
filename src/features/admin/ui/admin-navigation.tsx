import {
  Banknote,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  ChevronRight,
  CircleUserRound,
  Ellipsis,
  ExternalLink,
  FileText,
  Inbox,
  type LucideIcon,
  SlidersHorizontal,
  Trash2,
  UserSearch,
} from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import { useMoneyTaskCount } from '#features/billing/ui/admin/index.ts';
import { useUnanswered } from '#features/leads/ui/admin/index.ts';
import { startPath } from '#rules/next-path.ts';
import { classNames } from '#ui/class-names.ts';
import { menuItemClass } from '#ui/menu.tsx';
import { SignOut } from './sign-out.tsx';

/** The navigation on wide screens: all pages of the admin. */
export const Sidebar = () => (
  <div className="sticky top-(--header-height) h-[calc(100dvh-var(--header-height))] overflow-y-auto border-r border-hairline px-3 py-2 max-lg:hidden">
    <nav aria-label="Dashboard">
      <SideLinks pages={dayPages} />
      <p className="label-caps px-3 pt-3 pb-1 text-muted">Content</p>
      <SideLinks pages={contentPages} />
    </nav>
    <nav aria-label="Admin" className="mt-3 border-t border-hairline pt-2">
      <SideLinks pages={morePages} />
    </nav>
  </div>
);

const SideLinks = ({ pages }: { pages: readonly AdminPage[] }) => (
  <ul>
    {pages.map(({ to, label, Icon }) => (
      <li key={to}>
        <NavLink
          to={to}
          prefetch="intent"
          end={to === leads.to}
          className="flex min-h-10 items-center gap-3 rounded-sm px-3 text-[0.9375rem] font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-gold-wash aria-[current=page]:text-gold pointer-coarse:min-h-11"
        >
          {Icon && <Icon className="size-4.5" />}
          <span>{label}</span>
          {to === leads.to && <UnansweredCount className="ml-auto" />}
          {to === today.to && <MoneyTaskCount className="ml-auto" />}
        </NavLink>
      </li>
    ))}
  </ul>
);

/** The navigation on phones, at the bottom of the screen. */
export function BottomBar() {
  const { pathname } = useLocation();
  const groups = [
    ...dayPages.map((page) => ({
      ...page,
      isCurrent: pathname.replace(/\/$/, '') === page.to,
    })),
    { ...content, isCurrent: isWithin(contentPages, pathname) },
    { ...more, isCurrent: isWithin([more, ...morePages], pathname) },
  ];
  return (
    <nav
      aria-label="Dashboard"
      className="fixed inset-x-0 bottom-0 z-30 short:static border-t border-hairline-strong/60 bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5">
        {groups.map(({ to, label, Icon, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'relative grid h-14 content-center justify-items-center gap-0.5 text-xs font-semibold focus-visible:-outline-offset-2',
                isCurrent ? 'text-gold' : 'text-muted',
              )}
            >
              <Icon className="size-5.5" />
              <span>{label}</span>
              {to === leads.to && <UnansweredCount className={atIcon} />}
              {to === today.to && <MoneyTaskCount className={atIcon} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On phones: the pages that are used less often. */
export const MorePanel = () => (
  <>
    <h2 className="sr-only">More</h2>
    <ul className="divide-y divide-hairline rounded-sm border border-hairline bg-surface">
      {morePages.map(({ to, label, Icon }) => (
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

const maxShown = 999;

/** The position of a badge at an icon of the bottom bar. */
const atIcon = 'absolute top-1 left-1/2 ml-1.5 leading-4';

interface CountProps {
  className: string;
}

const UnansweredCount = ({ className }: CountProps) => (
  <Badge count={useUnanswered()} spoken="unanswered" className={className} />
);

const MoneyTaskCount = ({ className }: CountProps) => (
  <Badge
    count={useMoneyTaskCount()}
    spoken="payments that need your attention"
    className={className}
  />
);

type BadgeProps = CountProps & { count: number | undefined; spoken: string };

function Badge({ count, spoken, className }: BadgeProps) {
  if (!count) return null;
  return (
    <span
      className={classNames(
        'rounded-full bg-linear-to-b from-gold-fill-from to-gold-fill-to px-1.5 text-xs font-semibold text-on-gold',
        className,
      )}
    >
      <span>{count > maxShown ? `${maxShown}+` : count}</span>
      <span className="sr-only"> {spoken}</span>
    </span>
  );
}

export interface AdminPage {
  to: string;
  label: string;
  Icon?: LucideIcon;
}

export const today = { to: startPath, label: 'Today', Icon: CalendarCheck };
export const leads = { to: '/admin', label: 'Leads', Icon: Inbox };

/** The everyday pages: the first links of the sidebar and of the bottom bar. */
export const dayPages = [
  today,
  leads,
  { to: '/admin/bookings', label: 'Bookings', Icon: CalendarDays },
];

/** The pages for content that the mentor publishes. */
export const contentPages: readonly AdminPage[] = [
  { to: '/admin/events', label: 'Events' },
  { to: '/admin/courses', label: 'Courses' },
  { to: '/admin/blog', label: 'Blog' },
  { to: '/admin/testimonials', label: 'Testimonials' },
  { to: '/admin/videos', label: 'Videos' },
  { to: '/admin/freebies', label: 'Freebies' },
];

/** The pages that are used less often. */
export const morePages = [
  { to: '/admin/money', label: 'Money', Icon: Banknote },
  { to: '/admin/visits', label: 'Visits', Icon: ChartColumn },
  { to: '/admin/people', label: 'People', Icon: UserSearch },
  { to: '/admin/settings', label: 'Settings', Icon: SlidersHorizontal },
  { to: '/admin/trash', label: 'Trash', Icon: Trash2 },
  { to: '/admin/account', label: 'Your account', Icon: CircleUserRound },
];

/** The entries of the bottom bar that lead to several pages. */
export const content = { to: '/admin/events', label: 'Content', Icon: FileText };
export const more = { to: '/admin/more', label: 'More', Icon: Ellipsis };

/** Whether the path is one of the pages, or below one. */
export const isWithin = (pages: readonly AdminPage[], pathname: string): boolean =>
  pages.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
