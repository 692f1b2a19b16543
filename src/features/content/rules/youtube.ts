import { parseUrl } from '#rules/url.ts';

/** The only origin, apart from a captcha's, that this site's pages may show in a frame. */
export const youTubeFrames = 'https://www.youtube-nocookie.com';

/** Returns the id of the YouTube video at a URL; undefined for any other URL. */
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
