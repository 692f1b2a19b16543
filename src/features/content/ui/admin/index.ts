export { BlogTab } from './blog-tab.tsx';
export { CoursesTab } from './courses-tab.tsx';
export { EventsTab } from './events-tab.tsx';
export { FreebiesTab, TestimonialsTab, VideosTab } from './media-tabs.tsx';
export { SampleNotice } from './sample-notice.tsx';
