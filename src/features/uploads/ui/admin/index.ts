export { UploadField } from './upload-field.tsx';
export { createUploadQueue, type UploadItem, type UploadQueue } from './upload-queue.ts';
export { UploadQueuesProvider, useUploadItems, useUploadQueue } from './upload-queues.tsx';
