import { emailAddress, z } from '../zod.ts';
import { listOf, outsideLink, paragraph, textList, words } from './parts.ts';

/** A free group on the community page. */
const communityGroup = z.object({
  title: words(),
  href: outsideLink,
  /** What its button says. */
  action: words(60),
  description: paragraph,
  benefits: textList(words(), 1, 8),
});

/** What the mentor is mailed about. What needs a person to act is always mailed. */
const notices = z.object({
  inquiry: z.boolean(),
  message: z.boolean(),
  booked: z.boolean(),
  moved: z.boolean(),
  cancelled: z.boolean(),
  /** Somebody asks about their own data. */
  request: z.boolean(),
});

export const noticeKinds = notices.keyof().options;

/** Who runs the site and how to reach them. */
export const siteSettings = z.object({
  name: words(60),
  /** The headline of the home page. */
  tagline: words(),
  subtitle: words(),
  /** What search engines and share cards show. */
  description: words(200),
  /** Where visitors write to, and where notices go unless MAIL_TO is set. */
  email: emailAddress('Please give an email address, such as you@example.com.'),
  phone: words(40).regex(
    /^\+\d[\d ]{5,}$/,
    'Please begin with + and the code of the country, then digits and spaces only, such as +27 82 123 4567.',
  ),
  notices,
  /** Public profiles, in the order they are shown. */
  socialLinks: listOf(z.object({ network: words(40), href: outsideLink }), {
    most: 12,
    keyOf: { value: ({ network }) => network, field: 'network' },
  }),
  communityGroups: listOf(communityGroup, {
    most: 9,
    keyOf: { value: ({ title }) => title, field: 'title' },
  }),
});
export type SiteSettings = z.output<typeof siteSettings>;
