import { showLocalTimes } from '#document/local-times.ts';
import { onDomReady } from '#document/on-dom-ready.ts';

onDomReady(showLocalTimes);
