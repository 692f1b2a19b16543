import { whenRead } from '#document/when-read.ts';
import { watchVideos } from './play-video.ts';

whenRead(watchVideos);
