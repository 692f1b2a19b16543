export { createLibraryServices } from './create-library-services.ts';
export { libraryMailPayload, queueLibraryMail, sendLibraryMail } from './library-mails.ts';
export { createLibraryFiles, createLibraryProgress } from './library-resource.ts';
