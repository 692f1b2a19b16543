export {
  contactForm,
  inquiryForm,
  type LeadContent,
  leadContent,
  leadForms,
  sentInquiry,
} from './lead.ts';
export { leadStates } from './lead-state.ts';
