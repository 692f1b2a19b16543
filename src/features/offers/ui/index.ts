export { CoursesSection } from './courses-section.tsx';
export { inquiryThanks, PlainInquiry } from './plain-inquiry.tsx';
export { PlansSection } from './plans-section.tsx';
