import { onDomReady } from '#document/on-dom-ready.ts';
import { watchVideos } from './play-video.ts';
import { watchSaveData } from './save-data.ts';

onDomReady(() => {
  watchVideos();
  watchSaveData();
});
