import type { OffersSettings } from '#features/settings/rules/index.ts';

/** Starts on the hour, with no gap, and otherwise follows the rules of all sessions. */
const anyFullHour = {
  gridMinutes: 60,
  gapMinutes: 0,
  leastNoticeHours: null,
  bookableDays: null,
} as const;

/**
 * The default offers of a new site. Prices are in South African rand, written as visitors read
 * them.
 */
export const offers: OffersSettings = {
  serviceOfferings: [
    {
      icon: 'course',
      title: 'TP Strategy Course',
      description: 'A video and PDF bundle to master the fundamentals of gold trading.',
      href: '/services',
    },
    {
      icon: 'blueprint',
      title: 'TP Strategy Blueprint',
      description:
        'The whole strategy on paper: the rules, the levels and the order to read them in.',
      href: '/services',
    },
    {
      icon: 'mentorship',
      title: '1-on-1 Mentorship',
      description: 'Personalised guidance and strategy sessions, at your pace and on your charts.',
      href: '/mentorship',
    },
    {
      icon: 'community',
      title: 'Community Access',
      description: 'A network of supportive traders who share what they see and how they think.',
      href: '/community',
    },
  ],
  sale: { kind: 'per-visitor', hours: 24 },
  plans: [
    {
      title: 'TP Strategy Course',
      originalPrice: 'R2000',
      salePrice: 'R1000',
      discountLabel: '50% OFF',
      priceDescription: 'one-time payment',
      description: 'Video and PDF bundle to master gold-trading fundamentals.',
      features: [
        'Step-by-step video lessons',
        'PDF workbook to print or keep',
        'Time and price, from first principles',
        'Worked examples on gold',
        'Lifetime updates',
      ],
      callToAction: 'Purchase now',
      leadsTo: 'course-inquiry',
      isFeatured: true,
    },
    {
      title: 'TP Strategy Blueprint',
      originalPrice: 'R500',
      salePrice: null,
      discountLabel: null,
      priceDescription: 'one-time payment',
      description: 'The strategy as a blueprint: every rule on the page, nothing to guess.',
      features: [
        'The complete rule set',
        'Entry and exit checklists',
        'A risk plan you can follow',
        'Lifetime updates',
      ],
      callToAction: 'Get the Blueprint',
      leadsTo: 'blueprint-inquiry',
      isFeatured: false,
    },
    {
      title: '1-on-1 Mentorship',
      originalPrice: 'R1000',
      salePrice: null,
      discountLabel: null,
      priceDescription: 'per session (one hour)',
      description: 'An hour with the mentor on your questions and your charts.',
      features: [
        'Your own charts, reviewed live',
        'A plan for the weeks ahead',
        'In your own time zone',
        'Teams, WhatsApp, Zoom or Meet',
      ],
      callToAction: 'Book a session',
      leadsTo: 'booking',
      isFeatured: false,
    },
  ],
  mentorshipOptions: [
    {
      icon: 'call',
      title: 'Intro Call',
      price: 'Free',
      length: '15 min',
      minutes: 15,
      ...anyFullHour,
      description: 'A first conversation about where you are and what would help.',
    },
    {
      icon: 'session',
      title: '1-on-1 Session',
      price: 'R1000',
      length: '1 hour',
      minutes: 60,
      ...anyFullHour,
      description: 'One focused hour on your charts, your questions and your plan.',
    },
    {
      icon: 'package',
      title: 'Full Mentorship Package',
      price: 'R3000',
      length: null,
      minutes: 60,
      ...anyFullHour,
      description: 'The first session of a series that takes you through the whole method.',
    },
  ],
};
