import type { TextsSettings } from '#features/settings/rules/index.ts';

/** The default page texts and email wording of a new site. */
export const texts: TextsSettings = {
  home: {
    promise: 'Two questions before every trade: how far, and how long?',
    about: {
      eyebrow: 'The method',
      title: 'Where time, price and discipline meet',
      paragraphs: [
        'Price says how far the market has gone. Time says whether it is ready to turn. Time vs Price reads the two together and adds the third thing every trader needs: the discipline to wait until they agree.',
        'The method was built on gold, a market that rewards patience and punishes guessing. What you learn on one demanding chart, level by level and session by session, you can carry to every other.',
        'You get the knowledge, the tools and a mentor at your side, at a price that leaves your capital where it belongs: in your account.',
      ],
    },
    testimonials: { eyebrow: 'Testimonials', title: 'What students say' },
    services: { eyebrow: 'Ways to learn', title: 'Start where you are' },
    steps: {
      eyebrow: 'How it works',
      title: 'From a first look to a first session',
      items: [
        {
          title: 'Look around for free',
          text: 'Read the posts, watch the videos, open the PDF guides and join the community. None of it costs anything.',
        },
        {
          title: 'Talk to your mentor',
          text: 'Book the free 15-minute intro call. You see the available times in your own time zone.',
        },
        {
          title: 'Choose how you learn',
          text: 'Get the course or the blueprint, or book mentorship sessions.',
        },
      ],
    },
    questions: {
      eyebrow: 'Questions',
      title: 'Before you begin',
      items: [
        {
          title: 'Do I need trading experience?',
          text: 'No. The site is for traders of all levels.',
        },
        {
          title: 'How do I book a session?',
          text: 'Choose a session, a day and a time. You get an email with a link to move or cancel it, and an invitation once it’s confirmed.',
        },
        {
          title: 'Do I pay when I order a course?',
          text: 'No. You send your name and email address first. You then see how to pay.',
        },
      ],
    },
  },
  services: {
    inside: { eyebrow: 'The course', title: 'What is inside the course', items: [] },
    payment: { eyebrow: 'Payment', title: 'How payment and refunds work', items: [] },
  },
  about: {
    title: 'A strategy built on two questions',
    introduction: 'How far, and how long? Most mistakes come from asking only the first.',
    story: [
      'The time-and-price strategy starts with a habit: marking not only where gold turns, but when. Seen side by side for long enough, the two stop being separate charts and become one.',
      'What remains is deliberately small: a handful of levels, a handful of hours and a checklist. Small enough to learn, strict enough to follow when it is hard.',
    ],
    founder: {
      name: null,
      city: null,
      registration: null,
      record: null,
      title: 'The founder',
      text: 'An independent trader in South Africa, who trades gold by this method and teaches it one student at a time: in plain language, and at a price that a beginner can carry.',
    },
    aims: [
      {
        title: 'Our mission',
        text: 'To turn confusion into clarity: to teach a complete method that anyone can check, practise and make their own.',
      },
      {
        title: 'Our vision',
        text: 'A worldwide circle of traders who wait for their moment, manage their risk and help each other grow.',
      },
    ],
    values: [
      {
        title: 'Proven Strategy',
        text: 'Rules you can test on your own charts before you trust them with a single rand.',
      },
      {
        title: 'Supportive Community',
        text: 'No one learns well alone. Questions are welcome, at every level.',
      },
      {
        title: 'Results-Oriented',
        text: 'Progress is measured in decisions made well, not in promises.',
      },
    ],
  },
  headings: {
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
    mentorship: {
      eyebrow: 'Mentorship',
      title: 'One hour, your charts, your questions',
      introduction:
        'Sessions run in the evening on weekdays and in the morning at weekends, South African time, on Teams, WhatsApp, Zoom or Meet.',
    },
    contact: {
      eyebrow: 'Contact',
      title: 'Ask the question you have been putting off',
      introduction: 'Every message goes to your mentor, who replies by email.',
    },
  },
  mails: {
    confirmation: {
      subject: 'Booked: {session}, {time}',
      heading: 'Your session is booked',
      introduction:
        'Hello {name}, this is your confirmation. The invitation is attached for your calendar.',
      closing: '',
    },
    reminder: {
      subject: 'Reminder: {session}, {time}',
      heading: 'A reminder',
      introduction: 'Hello {name}, your session is coming up.',
      closing: '',
    },
    received: {
      isSent: true,
      subject: 'We received your message',
      text: 'Hello {name}, thank you for writing to {site}. Your message has arrived. Your mentor will read it and answer you personally at this email address.',
    },
  },
  replies: [
    {
      title: 'Thank you',
      text: 'Hello {name},\n\nThank you for your interest in {course}. What would you like to know before you start?\n\nKind regards,\n{site}',
    },
    {
      title: 'Book a call',
      text: 'Hello {name},\n\nThe easiest way to talk this through is a call. Please pick a time that suits you:\n{booking}\n\nKind regards,\n{site}',
    },
    {
      title: 'We’ll get back to you',
      text: 'Hello {name},\n\nThank you for your message. We’ll look into it and get back to you soon.\n\nKind regards,\n{site}',
    },
  ],
};
