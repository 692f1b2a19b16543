import { data } from 'react-router';
import type { VideoObject } from 'schema-dts';
import { WithBrokerBanner } from '#app/features/banners/broker-banner.tsx';
import { MediaPage } from '#app/features/media/media-page.tsx';
import { VideoPlayer } from '#app/features/media/video-player.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { organizationReference } from '#app/features/shell/structured-data.ts';
import { pageHeadings } from '#content/page-headings.ts';
import { openGraphPicture } from '#content/site.ts';
import type { Video } from '#domain/media.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/videos';

export async function loader({ context }: Route.LoaderArgs) {
  const videos = await context.get(pageServicesContext).content.listVideos();
  return data({ videos }, { status: videos ? 200 : 503 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Video Insights',
    description: pageHeadings.videos.introduction,
    structuredData: (siteUrl) =>
      (args.loaderData?.videos ?? []).map((video) => videoObject(siteUrl, video)),
  });

export default function Videos({ loaderData }: Route.ComponentProps) {
  return (
    <WithBrokerBanner>
      <MediaPage
        heading={pageHeadings.videos}
        items={loaderData.videos}
        label="Videos"
        columns="md:grid-cols-2"
        emptyText="No videos have been posted yet. Check back soon!"
        what="The videos"
      >
        {({ title, subtitle, videoUrl, posterUrl }) => (
          <article className="flex h-full flex-col overflow-hidden rounded-sm border border-hairline bg-surface">
            <VideoPlayer title={title} videoUrl={videoUrl} posterUrl={posterUrl} />
            <div className="p-6 xl:p-7">
              <h2 className="text-heading text-wrap">{title}</h2>
              <p className="mt-2 text-muted">{subtitle}</p>
            </div>
          </article>
        )}
      </MediaPage>
    </WithBrokerBanner>
  );
}

const videoObject = (siteUrl: string, video: Video) =>
  ({
    '@type': 'VideoObject',
    name: video.title,
    description: video.subtitle,
    contentUrl: new URL(video.videoUrl, siteUrl).href,
    thumbnailUrl: new URL(video.posterUrl ?? openGraphPicture.src, siteUrl).href,
    uploadDate: video.createdAt.toISOString(),
    publisher: organizationReference(siteUrl),
  }) satisfies VideoObject;
