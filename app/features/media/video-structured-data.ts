import type { VideoObject } from 'schema-dts';
import { organizationReference } from '#app/features/shell/structured-data.ts';
import { openGraphPicture } from '#content/pictures.ts';
import type { Video } from '#domain/media.ts';

/** A video as search engines are told of it. */
export const videoObject = (siteUrl: string, video: Video) =>
  ({
    '@type': 'VideoObject',
    name: video.title,
    description: video.subtitle,
    contentUrl: new URL(video.videoUrl, siteUrl).href,
    thumbnailUrl: new URL(video.posterUrl ?? openGraphPicture.src, siteUrl).href,
    uploadDate: video.createdAt.toISOString(),
    publisher: organizationReference(siteUrl),
  }) satisfies VideoObject;
