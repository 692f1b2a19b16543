import { BlogTab } from './blog-tab.tsx';
import { BookingsTab } from './bookings-tab.tsx';
import { CoursesTab } from './courses-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { FreebiesTab } from './freebies-tab.tsx';
import { LeadsTab } from './leads-tab.tsx';
import { TestimonialsTab } from './testimonials-tab.tsx';
import { VideosTab } from './videos-tab.tsx';

/** The tabs of the dashboard; `slug` is the last part of a path. The first one is shown first. */
export const tabs = [
  { slug: '', label: 'Leads', Panel: LeadsTab },
  { slug: 'bookings', label: 'Bookings', Panel: BookingsTab },
  { slug: 'events', label: 'Events', Panel: EventsTab },
  { slug: 'courses', label: 'Courses', Panel: CoursesTab },
  { slug: 'blog', label: 'Blog', Panel: BlogTab },
  { slug: 'testimonials', label: 'Testimonials', Panel: TestimonialsTab },
  { slug: 'videos', label: 'Videos', Panel: VideosTab },
  { slug: 'freebies', label: 'Freebies', Panel: FreebiesTab },
] as const;

/** Returns the path of a tab. */
export const tabPath = (slug: string): string => (slug ? `/admin/${slug}` : '/admin');

/** Returns the tab at a path. */
export const findTab = (pathname: string) =>
  tabs.find(({ slug }) => tabPath(slug) === pathname.replace(/\/$/, '')) ?? tabs[0];
