export { BlogTab } from './blog-tab.tsx';
export { useFocusOnClose } from './content-tab.tsx';
export { CoursesTab, contentsLinkId } from './courses-tab.tsx';
export { EventsTab } from './events-tab.tsx';
export { FreebiesTab, TestimonialsTab, VideosTab } from './media-tabs.tsx';
export { useOrder } from './order-list.tsx';
export { PostEditor } from './post-editor.tsx';
export { SampleNotice } from './sample-notice.tsx';
