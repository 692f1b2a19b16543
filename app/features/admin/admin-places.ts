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

export interface Place {
  to: string;
  label: string;
  Icon?: LucideIcon;
}

export const today = { to: startPath, label: 'Today', Icon: CalendarCheck };
export const leads = { to: '/admin', label: 'Leads', Icon: Inbox };

/** The day's work: the first links of the sidebar and of the bottom bar. */
export const dayPlaces = [
  today,
  leads,
  { to: '/admin/bookings', label: 'Bookings', Icon: CalendarDays },
];

/** What the mentor publishes. */
export const contentPlaces: readonly Place[] = [
  { to: '/admin/events', label: 'Events' },
  { to: '/admin/courses', label: 'Courses' },
  { to: '/admin/blog', label: 'Blog' },
  { to: '/admin/testimonials', label: 'Testimonials' },
  { to: '/admin/videos', label: 'Videos' },
  { to: '/admin/freebies', label: 'Freebies' },
];

/** What is needed less often. */
export const morePlaces = [
  { to: '/admin/visits', label: 'Visits', Icon: ChartColumn },
  { to: '/admin/people', label: 'People', Icon: UserSearch },
  { to: '/admin/settings', label: 'Settings', Icon: SlidersHorizontal },
  { to: '/admin/trash', label: 'Trash', Icon: Trash2 },
  { to: '/admin/account', label: 'Your account', Icon: CircleUserRound },
];

/** The entries of the bottom bar that group several places. */
export const content = { to: '/admin/events', label: 'Content', Icon: FileText };
export const more = { to: '/admin/more', label: 'More', Icon: Ellipsis };

/** Returns whether the path is one of the places, or below one. */
export const isWithin = (places: readonly Place[], pathname: string): boolean =>
  places.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
