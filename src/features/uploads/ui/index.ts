export { checkVideo, opensElsewhere, watchVideos } from './document/play-video.ts';
export { chooseSource, watchSaveData } from './document/save-data.ts';
export { MediaPage } from './media-page.tsx';
export { Picture } from './picture.tsx';
export { SaveDataChoice } from './save-data.tsx';
export { VideoPlayer } from './video-player.tsx';
