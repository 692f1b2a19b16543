export { AdminContent, AdminFrame } from './admin-frame.tsx';
export { MorePanel } from './admin-navigation.tsx';
export { HiddenSteps } from './first-steps.tsx';
export { TodayPanel } from './today-panel.tsx';
