export { createLibraryServices } from './create-library-services.ts';
export {
  announceOpenings,
  libraryMailPayload,
  queueLibraryMail,
  sendLibraryMail,
} from './library-mails.ts';
export { createLibraryFiles, createLibraryProgress } from './library-resource.ts';
