export { createAdmin } from './admin-resource.ts';
export { createChanges } from './changes-resource.ts';
export { type AdminServices, createAdminServices } from './create-admin-services.ts';
export { addDemoDesk, removeDemoDesk } from './demo-desk.ts';
export { noteTestMail } from './first-steps.ts';
export { createFirstSteps } from './first-steps-resource.ts';
