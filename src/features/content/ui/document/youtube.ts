import { onDomReady } from '#document/on-dom-ready.ts';
import { youTubeFrames } from '#features/content/rules/youtube.ts';
import { opensElsewhere } from '#features/uploads/ui/index.ts';

/** Replaces a clicked link to a YouTube video, `[data-youtube]`, with YouTube's player. */
function playYouTube(event: MouseEvent): void {
  const { target } = event;
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-youtube]') : null;
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  const frame = document.createElement('iframe');
  Object.assign(frame, {
    title: 'YouTube video',
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
    // YouTube refuses to play without knowing the embedding site.
    referrerPolicy: 'strict-origin-when-cross-origin',
    className: 'aspect-video w-full rounded-sm bg-screen',
    src: `${youTubeFrames}/embed/${link.dataset.youtube}?autoplay=1`,
  });
  link.replaceWith(frame);
  frame.focus();
}

onDomReady(() => document.addEventListener('click', playYouTube));
