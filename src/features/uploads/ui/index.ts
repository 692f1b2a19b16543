export { opensElsewhere, watchVideos } from './document/play-video.ts';
export { MediaPage } from './media-page.tsx';
export { Picture } from './picture.tsx';
export { VideoPlayer } from './video-player.tsx';
