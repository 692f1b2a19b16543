import type { ComponentType } from 'react';
import { BlogTab } from './blog/blog-tab.tsx';
import { BookingsTab } from './bookings/bookings-tab.tsx';
import { CoursesTab } from './courses/courses-tab.tsx';
import { EventsTab } from './events/events-tab.tsx';
import { LeadsTab } from './leads/leads-tab.tsx';

interface Tab {
  /** The last part of its address; the first tab has none. */
  slug: string;
  label: string;
  Panel: ComponentType;
}

const NotYet = () => null;

/** The tabs of the dashboard, in the order in which they stand. The first one is shown first. */
export const tabs: [Tab, ...Tab[]] = [
  { slug: '', label: 'Leads', Panel: LeadsTab },
  { slug: 'bookings', label: 'Bookings', Panel: BookingsTab },
  { slug: 'events', label: 'Events', Panel: EventsTab },
  { slug: 'courses', label: 'Courses', Panel: CoursesTab },
  { slug: 'blog', label: 'Blog', Panel: BlogTab },
  { slug: 'testimonials', label: 'Testimonials', Panel: NotYet },
  { slug: 'videos', label: 'Videos', Panel: NotYet },
  { slug: 'freebies', label: 'Freebies', Panel: NotYet },
];

/** Where a tab is. */
export const tabPath = (slug: string): string => (slug ? `/admin/${slug}` : '/admin');

/** The tab at this path. */
export const findTab = (pathname: string): Tab =>
  tabs.find(({ slug }) => tabPath(slug) === pathname.replace(/\/$/, '')) ?? tabs[0];
