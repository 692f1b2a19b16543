import { onDomReady } from '#document/on-dom-ready.ts';
import { watchVideos } from './play-video.ts';

onDomReady(watchVideos);
