/** How pages begin that read something first: their heads stand while the rest is on its way. */
export const pageHeadings = {
  services: {
    eyebrow: 'Services',
    title: 'Our Premium Services',
    introduction:
      'Choose the service that best fits your trading journey. All services include lifetime updates and support.',
  },
  community: {
    eyebrow: 'Community',
    title: 'Learn in good company',
    introduction: 'Three free places to ask, to listen and to follow the market together.',
  },
  videos: {
    eyebrow: 'Videos',
    title: 'Video Insights',
    introduction: 'Short lessons on reading gold in time and price.',
  },
  freebies: {
    eyebrow: 'Freebies',
    title: 'Free Resources',
    introduction: 'Guides and checklists as PDFs, free to read and keep.',
  },
  education: {
    eyebrow: 'Education',
    title: 'Trade Like a Pro',
    introduction:
      'Articles on reading gold in time and price, from first principles to live charts.',
  },
} as const;
