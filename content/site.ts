import { sample } from '#domain/sample.ts';

/**
 * Who runs the site and how to reach them. Everything here is shown to visitors.
 *
 * Each `sample(…)` is a fact that nobody owns. Replace it, the word `sample` included,
 * with the real one; the server lists at start the ones that are left.
 */
export const site = {
  name: 'Time vs Price',
  tagline: 'Master The Markets with Time VS Price',
  subtitle: 'Turn Confusion into Clarity - Trade Smarter',
  description:
    'A gold-trading method built on time and price. Courses, a strategy blueprint, one-on-one mentorship and a free community, taught from South Africa.',
  /** Where visitors write to, and where notices of leads go unless MAIL_TO is set. */
  email: sample('mentor@example.com'),
  /** International form, digits and spaces only. Used for the WhatsApp link. */
  phone: sample('+27 00 000 0000'),
  /** The mentor's own zone (IANA). Opening hours are in this zone. */
  timeZone: 'Africa/Johannesburg',
  timeZoneLabel: 'SAST',
  language: 'en-ZA',
} as const;

/** Public profiles, in the order they are shown. */
export const socialLinks = [
  { network: 'Instagram', href: sample('https://example.com/instagram') },
  { network: 'YouTube', href: sample('https://example.com/youtube') },
  { network: 'Facebook', href: sample('https://example.com/facebook') },
  { network: 'TikTok', href: sample('https://example.com/tiktok') },
] as const;

/** The free groups on the community page, in the order they are shown. */
export const communityGroups = [
  {
    title: 'Free Telegram',
    href: sample('https://example.com/telegram'),
    action: 'Join Telegram',
    description: 'Market notes as they are written, in one quiet channel.',
    benefits: [
      'Gold levels and session notes',
      'Charts you can open full size',
      'Notice of new posts and videos',
      'Free to join, free to leave',
    ],
  },
  {
    title: 'Free WhatsApp',
    href: sample('https://example.com/whatsapp'),
    action: 'Join WhatsApp',
    description: 'A conversation between students, on the phone you already use.',
    benefits: [
      'Ask questions in plain language',
      'Voice notes on live examples',
      'Reminders before events',
      'Plain talk, at every level',
    ],
  },
  {
    title: 'Free Facebook Group',
    href: sample('https://example.com/facebook-group'),
    action: 'Join the group',
    description: 'Longer discussions that are easy to search and come back to.',
    benefits: [
      'Post your chart, get feedback',
      'Walk-throughs to come back to',
      'Polls on what to teach next',
      'Open to learners everywhere',
    ],
  },
] as const;

/** The main navigation, in the order it is shown. */
export const navigation = [
  { href: '/about', label: 'About' },
  { href: '/services', label: 'Services' },
  { href: '/mentorship', label: 'Mentorship' },
  { href: '/community', label: 'Community' },
  { href: '/education', label: 'Education' },
  { href: '/videos', label: 'Video Insights' },
  { href: '/freebies', label: 'Freebies' },
  { href: '/contact', label: 'Contact' },
] as const;

/**
 * What social networks show beside a link to this site. Replace it: drop a
 * picture of 1200 by 630 pixels into public and edit this line; PNG or JPEG
 * only, as most networks read nothing else.
 */
export const openGraphPicture = {
  src: '/og.png',
  width: 1200,
  height: 630,
  alt: 'Time vs Price: a gold candlestick inside the dial of a watch',
} as const;
