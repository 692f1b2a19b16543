import type { Article } from 'schema-dts';
import { organizationReference } from '#app/features/shell/structured-data.ts';
import { openGraphPicture } from '#content/pictures.ts';
import { isResizable, pictureAddress, sharePicture } from '#domain/picture-address.ts';
import type { Post } from '#domain/post.ts';

/** The picture of a post's share card: its own, cut to the card, or none of its own. */
export const findSharePicture = ({ image, title }: Pick<Post, 'image' | 'title'>) =>
  image !== null && isResizable(image)
    ? {
        src: pictureAddress({ source: image, size: 'share', format: 'jpeg' }),
        alt: title,
        ...sharePicture,
      }
    : undefined;

/** A post as search engines are told of it. */
export const article = (siteUrl: string, post: Post) =>
  ({
    '@type': 'Article',
    headline: post.title,
    description: post.excerpt,
    datePublished: post.date,
    image: `${siteUrl}${(findSharePicture(post) ?? openGraphPicture).src}`,
    mainEntityOfPage: `${siteUrl}/education/${post.id}`,
    author: organizationReference(siteUrl),
    publisher: organizationReference(siteUrl),
  }) satisfies Article;
