export { createAdmin } from './admin-resource.ts';
export { createChanges } from './changes-resource.ts';
export { type AdminServices, createAdminServices } from './create-admin-services.ts';
export { addDemoDesk, removeDemoDesk } from './demo-desk.ts';
export { createFirstSteps } from './first-steps-resource.ts';
export { createMailServerResource } from './mail-server-resource.ts';
export { createSenderRecords } from './sender-records-resource.ts';
export { createMailServices, type MailServices } from './create-mail-services.ts';
export { noteTestMail } from './first-steps.ts';
