export { createLibraryServices } from './create-library-services.ts';
export type { CustomerOrders } from './library-deps.ts';
export {
  announceOpenings,
  libraryMailPayload,
  queueLibraryMail,
  sendLibraryMail,
} from './library-mails.ts';
export { createLibraryFiles, createLibraryProgress } from './library-resource.ts';
export { announcePackages, packageMailPayload, sendPackageMail } from './package-mails.ts';
