export { AdminContent, AdminFrame } from './admin-frame.tsx';
export { MorePanel } from './admin-navigation.tsx';
export { HiddenSteps } from './first-steps.tsx';
export { FreebiesTab, TestimonialsTab, VideosTab } from './media-tabs.tsx';
export { TodayPanel } from './today-panel.tsx';
