export { CoursesSection } from './courses-section.tsx';
export { describeOffers } from './describe-offers.ts';
export { inquiryThanks, PlainInquiry } from './plain-inquiry.tsx';
export { PlansSection } from './plans-section.tsx';
