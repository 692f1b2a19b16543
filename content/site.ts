import type { SiteSettings } from '#features/settings/rules/index.ts';
import { sample } from '#rules/sample.ts';

/**
 * Who runs the site and how to reach them, by default. Visitors see all of it. Each `sample(…)` is
 * a placeholder that the mentor replaces with real details.
 */
export const site: SiteSettings = {
  name: 'Time vs Price',
  tagline: 'Master The Markets with Time VS Price',
  subtitle: 'Turn Confusion into Clarity - Trade Smarter',
  description:
    'A gold-trading method built on time and price. Courses, a strategy blueprint, one-on-one mentorship and a free community, taught from South Africa.',
  email: sample('mentor@example.com'),
  phone: sample('+27 00 000 0000'),
  notices: {
    inquiry: true,
    message: true,
    request: true,
    booked: true,
    moved: true,
    cancelled: true,
  },
  socialLinks: [
    { network: 'Instagram', href: sample('https://example.com/instagram') },
    { network: 'YouTube', href: sample('https://example.com/youtube') },
    { network: 'Facebook', href: sample('https://example.com/facebook') },
    { network: 'TikTok', href: sample('https://example.com/tiktok') },
  ],
  communityGroups: [
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
  ],
};
