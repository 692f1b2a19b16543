import { watchVideos } from './play-video.ts';

watchVideos();
