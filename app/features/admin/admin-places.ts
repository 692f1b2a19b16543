import {
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  Ellipsis,
  FileText,
  Inbox,
  type LucideIcon,
  SlidersHorizontal,
  Trash2,
  UserSearch,
} from 'lucide-react';
import { startPath } from '#domain/next-path.ts';
import { tabPath, tabs } from './tabs.ts';

export interface Place {
  to: string;
  label: string;
  Icon?: LucideIcon;
}

const toPlace = ({ slug, label }: (typeof tabs)[number]): Place => ({ to: tabPath(slug), label });

export const today = { to: startPath, label: 'Today', Icon: CalendarCheck };
const [leadsTab, bookingsTab, ...contentTabs] = tabs;
export const leads = { ...toPlace(leadsTab), Icon: Inbox };
const bookings = { ...toPlace(bookingsTab), Icon: CalendarDays };

/** What the mentor publishes, in the order of the tabs. */
export const contentPlaces = contentTabs.map(toPlace);

/** What is needed less often. */
export const morePlaces = [
  { to: '/admin/visits', label: 'Visits', Icon: ChartColumn },
  { to: '/admin/people', label: 'People', Icon: UserSearch },
  { to: '/admin/settings', label: 'Settings', Icon: SlidersHorizontal },
  { to: '/admin/trash', label: 'Trash', Icon: Trash2 },
  { to: '/admin/account', label: 'Your account', Icon: CircleUserRound },
];

/** The day's work: the first links of both the sidebar and the bottom bar. */
export const dayPlaces = [today, leads, bookings];

/** The entries of the bottom bar that group several places. */
export const content = { to: '/admin/events', label: 'Content', Icon: FileText };
export const more = { to: '/admin/more', label: 'More', Icon: Ellipsis };

/** Returns whether one of the places is shown, or a page below it. */
export const isWithin = (places: readonly Place[], pathname: string): boolean =>
  places.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
