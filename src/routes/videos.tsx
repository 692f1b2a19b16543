import { data } from 'react-router';
import type { VideoObject } from 'schema-dts';
import type { Video } from '#features/content/rules/index.ts';
import {
  ClosingLine,
  organizationReference,
  pagedMeta,
  readListPage,
  WithBrokerBanner,
} from '#features/shell/ui/index.ts';
import videos from '#features/uploads/ui/document/videos.ts?script';
import { MediaPage, SaveDataChoice, VideoPlayer } from '#features/uploads/ui/index.ts';
import { formatLength } from '#rules/measures.ts';
import { pageServicesContext, type SiteWideSettings } from '#server/page-context.ts';
import { DocumentScript } from '#ui/document-script.tsx';
import type { Route } from './+types/videos';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { content, readSettings } = context.get(pageServicesContext);
  const [videos, { texts, pictures }] = await Promise.all([content.listVideos(), readSettings()]);
  const { list, status } = readListPage(videos, url, 12);
  return data(
    { list, heading: texts.headings.videos, banners: pictures.brokerBanners },
    { status },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pagedMeta(args, '/videos', args.loaderData?.list, {
    title: 'Video insights on gold trading',
    description: args.loaderData?.heading.introduction,
    structuredData: (siteUrl, settings) =>
      (args.loaderData?.list?.items ?? []).map((video) => videoObject(siteUrl, settings, video)),
  });

/** The width of a card with one or two per row. */
const sizes = '(min-width: 1280px) 38rem, (min-width: 768px) 46vw, 92vw';

export default function Videos({ loaderData }: Route.ComponentProps) {
  return (
    <WithBrokerBanner
      banners={loaderData.banners}
      end={<ClosingLine question="Questions about what you watched?" />}
    >
      <MediaPage
        heading={loaderData.heading}
        list={loaderData.list}
        path="/videos"
        label="Videos"
        columns="md:grid-cols-2"
        emptyText="No videos have been posted yet. Check back soon!"
        what="The videos"
      >
        {({ title, subtitle, durationSeconds, ...video }, index) => (
          <article className="grid h-full grid-cols-1 content-start framed md:group-only/one:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <VideoPlayer {...video} title={title} sizes={sizes} isUrgent={index === 0} />
            <div className="p-5 md:group-only/one:self-center md:group-only/one:px-8">
              <h2 dir="auto" className="text-heading text-wrap">
                {title}
              </h2>
              <p dir="auto" className="mt-2 text-muted">
                {subtitle}
              </p>
              {durationSeconds !== null && (
                <p className="mt-2 text-sm text-muted">
                  <span className="sr-only">Length: </span>
                  <span>{formatLength(durationSeconds)}</span>
                </p>
              )}
              {video.smallUrl && <SaveDataChoice title={title} />}
            </div>
          </article>
        )}
      </MediaPage>
      <DocumentScript src={videos} />
    </WithBrokerBanner>
  );
}

const videoObject = (siteUrl: string, settings: SiteWideSettings, video: Video) =>
  ({
    '@type': 'VideoObject',
    name: video.title,
    description: video.subtitle,
    contentUrl: new URL(video.videoUrl, siteUrl).href,
    thumbnailUrl: new URL(video.posterUrl ?? settings.sharePicture.src, siteUrl).href,
    uploadDate: video.createdAt.toISOString(),
    ...(video.durationSeconds !== null && { duration: `PT${video.durationSeconds}S` }),
    publisher: organizationReference(siteUrl, settings),
  }) satisfies VideoObject;
