import { parseUrl } from '#rules/url.ts';

/** The only origin, besides a captcha's, that may show a frame in this site's pages. */
export const youTubeFrames = 'https://www.youtube-nocookie.com';

/** Returns the id of the YouTube video at an address, or nothing for any other address. */
export function findYouTubeVideo(address: string): string | undefined {
  const url = /^https?:\/\/\S+$/i.test(address) ? parseUrl(address) : undefined;
  const id = url && readVideoId(url);
  return id && /^[\w-]{11}$/.test(id) ? id : undefined;
}

function readVideoId({ hostname, pathname, searchParams }: URL): string | null | undefined {
  const [, first = '', second] = pathname.split('/');
  if (hostname === 'youtu.be') return first;
  if (!['youtube.com', 'www.youtube.com', 'm.youtube.com'].includes(hostname)) return undefined;
  if (first === 'watch') return searchParams.get('v');
  return ['shorts', 'live', 'embed'].includes(first) ? second : undefined;
}
