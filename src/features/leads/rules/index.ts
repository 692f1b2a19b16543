export { contactForm, inquiryForm, type LeadContent, leadContent, sentInquiry } from './lead.ts';
export { leadStates } from './lead-state.ts';
