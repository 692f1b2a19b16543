import { data } from 'react-router';
import { WithBrokerBanner } from '#app/features/banners/broker-banner.tsx';
import { VideosHeader } from '#app/features/media/media-headers.tsx';
import { VideoCard } from '#app/features/media/video-card.tsx';
import { videoObject } from '#app/features/media/video-structured-data.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { breadcrumbs } from '#app/features/shell/structured-data.ts';
import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { UnavailableNotice } from '#app/ui/unavailable-notice.tsx';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/videos';

export async function loader({ context }: Route.LoaderArgs) {
  const videos = await context.get(pageServicesContext).content.listVideos();
  return data({ videos }, { status: videos ? 200 : 503 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Video Insights',
    description: 'Short lessons on reading gold in time and price.',
    structuredData: (siteUrl) => [
      breadcrumbs(siteUrl, [{ name: 'Video Insights', path: '/videos' }]),
      ...(args.loaderData?.videos ?? []).map((video) => videoObject(siteUrl, video)),
    ],
  });

export default function Videos({ loaderData: { videos } }: Route.ComponentProps) {
  return (
    <WithBrokerBanner>
      <VideosHeader />
      {videos?.length === 0 ? (
        <EmptyNotice>No videos have been posted yet. Check back soon!</EmptyNotice>
      ) : (
        <div className="container-site pb-(--section)">
          {videos ? (
            <ul aria-label="Videos" className="grid gap-6 md:grid-cols-2">
              {videos.map((video) => (
                <li key={video.id}>
                  <VideoCard video={video} />
                </li>
              ))}
            </ul>
          ) : (
            <UnavailableNotice what="The videos" />
          )}
        </div>
      )}
    </WithBrokerBanner>
  );
}
