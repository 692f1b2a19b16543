export { LeadsTab } from './admin/leads-tab.tsx';
export { ReplyLinks } from './admin/quick-replies.tsx';
export { type Lead, useLeadChanges, useUnanswered } from './admin/use-lead-changes.ts';
export { ContactForm } from './contact-form.tsx';
