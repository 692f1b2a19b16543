export { UploadField } from './admin/upload-field.tsx';
export type { createUploadQueue, UploadItem, UploadQueue } from './admin/upload-queue.ts';
export {
  UploadQueuesProvider,
  useUploadItems,
  useUploadQueue,
} from './admin/upload-queues.tsx';
export { opensElsewhere, watchVideos } from './document/play-video.ts';
export { MediaPage } from './media-page.tsx';
export { Picture } from './picture.tsx';
export { VideoPlayer } from './video-player.tsx';
