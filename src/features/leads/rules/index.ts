export { replyHref } from './contact-links.ts';
export { contactForm, inquiryForm, type LeadContent, leadContent, sentInquiry } from './lead.ts';
export { toSearchTerms } from './lead-group.ts';
export { leadSources } from './lead-sources.ts';
export { leadStates } from './lead-state.ts';
