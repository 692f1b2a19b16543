import { watchVideos } from './play-video.ts';
import { whenRead } from './when-read.ts';

whenRead(watchVideos);
