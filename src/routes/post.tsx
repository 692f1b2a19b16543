import { ArrowLeft } from 'lucide-react';
import { data } from 'react-router';
import type { Article } from 'schema-dts';
import type { Post as PostData } from '#features/content/rules/index.ts';
import youTube from '#features/content/ui/document/youtube.ts?script';
import { PostContent, PostFacts, PostPicture } from '#features/content/ui/index.ts';
import {
  ClosingCall,
  feedLink,
  organizationReference,
  pageMeta,
  WithBrokerBanner,
} from '#features/shell/ui/index.ts';
import { isResizable, pictureUrl, sharePicture } from '#rules/picture-url.ts';
import { pageServicesContext, type SiteWideSettings } from '#server/page-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import { NeighbourLinks } from '#ui/neighbour-links.tsx';
import { UnavailableNotice } from '#ui/notices.tsx';
import { ArticleFrame } from '#ui/page-header.tsx';

import type { Route } from './+types/post';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { content, readSettings } = context.get(pageServicesContext);
  const [post, { pictures }] = await Promise.all([content.findPost(params.id), readSettings()]);
  return data(
    { post, isAway: post === null, banners: pictures.brokerBanners },
    { status: post ? 200 : post === null ? 503 : 404 },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) => {
  const { post, isAway } = args.loaderData ?? {};
  if (!post) {
    return pageMeta(args, {
      title: isAway ? 'Post not available' : 'Post not found',
      isIndexed: false,
    });
  }
  const path = `/education/${post.id}`;
  return [
    ...pageMeta(args, {
      title: post.title,
      description: post.excerpt || post.title,
      canonicalPath: path,
      type: 'article',
      picture: findSharePicture(post),
      crumbs: [
        { name: 'Education', path: '/education' },
        { name: post.title, path },
      ],
      structuredData: (siteUrl, settings) => [article(siteUrl, settings, post)],
    }),
    { property: 'article:published_time', content: post.date },
    feedLink(args),
  ];
};

/**
 * Returns the picture for a post's share card, cropped to fit. Without one, the site's own is used.
 */
const findSharePicture = ({
  image,
  imageAlt,
  title,
}: Pick<PostData, 'image' | 'imageAlt' | 'title'>) =>
  image !== null && isResizable(image)
    ? {
        src: pictureUrl({ source: image, size: 'share', format: 'jpeg' }),
        alt: imageAlt ?? title,
        ...sharePicture,
      }
    : undefined;

const article = (siteUrl: string, settings: SiteWideSettings, post: PostData) =>
  ({
    '@type': 'Article',
    headline: post.title,
    description: post.excerpt,
    datePublished: post.date,
    image: `${siteUrl}${(findSharePicture(post) ?? settings.sharePicture).src}`,
    mainEntityOfPage: `${siteUrl}/education/${post.id}`,
    author: organizationReference(siteUrl, settings),
    publisher: organizationReference(siteUrl, settings),
  }) satisfies Article;

export default function Post({ loaderData: { post, isAway, banners } }: Route.ComponentProps) {
  return post ? (
    <WithBrokerBanner banners={banners} end={<ClosingCall title="Try it on your own charts" />}>
      <PostArticle post={post} />
    </WithBrokerBanner>
  ) : (
    <section className="container-site grid min-h-[70svh] middle justify-items-center gap-6 pt-(--header-height) text-center">
      {isAway ? (
        <>
          <h1 className="text-title">Education</h1>
          <UnavailableNotice what="The post" />
        </>
      ) : (
        <h1 className="text-title">Post not found.</h1>
      )}
      <BackToEducation />
    </section>
  );
}

const PostArticle = ({ post }: { post: PostData }) => (
  <ArticleFrame eyebrow="Education">
    <h1 dir="auto" className="mt-5 text-title">
      {post.title}
    </h1>
    <PostFacts post={post} className="mt-5" />
    {post.image && (
      <div className="mt-9 framed">
        <PostPicture
          post={post.id}
          image={post.image}
          alt={post.imageAlt}
          sizes="(min-width: 960px) 55rem, 92vw"
          isUrgent
        />
      </div>
    )}
    <div className="mt-10 mb-14">
      <PostContent blocks={post.blocks} />
      {post.blocks.some(({ kind }) => kind === 'video') && <DocumentScript src={youTube} />}
    </div>
    <NeighbourLinks
      noun="post"
      previous={toNeighbour(post.previous)}
      next={toNeighbour(post.next)}
      className="mb-10 border-y py-6"
    />
    <BackToEducation />
  </ArticleFrame>
);

const toNeighbour = (post: PostData['next']) =>
  post && { title: post.title, path: `/education/${post.id}` };

const BackToEducation = () => (
  <ButtonLink to="/education" variant="secondary">
    <ArrowLeft className="size-4" />
    Back to Education
  </ButtonLink>
);
