/** Longer texts of the pages. */

/** The home page's section about the method and its founder. */
export const aboutIntroduction = {
  eyebrow: 'The method',
  heading: 'Where time, price and discipline meet',
  paragraphs: [
    'Price says how far the market has gone. Time says whether it is ready to turn. Time vs Price reads the two together and adds the third thing every trader needs: the discipline to wait until they agree.',
    'The method was built on gold, a market that rewards patience and punishes guessing. What you learn on one demanding chart, level by level and session by session, you can carry to every other.',
    'You get the knowledge, the tools and a mentor beside you, at a price that leaves your capital where it belongs: in your account.',
  ],
} as const;

/** The about page. */
export const aboutPage = {
  heading: 'A strategy built on two questions',
  introduction: 'How far, and how long? Most mistakes come from asking only the first.',
  story: [
    'The time-and-price strategy starts with a habit: marking not only where gold turns, but when. Seen side by side for long enough, the two stop being separate charts and become one.',
    'What remains is deliberately small: a handful of levels, a handful of hours and a checklist. Small enough to learn, strict enough to follow when it is hard.',
  ],
  founder: {
    heading: 'The founder',
    text: 'An independent trader in South Africa, who trades gold by this method and teaches it one student at a time: in plain language, and at a price that a beginner can carry.',
  },
  aims: [
    {
      title: 'Our mission',
      text: 'To turn confusion into clarity: to teach a complete method that anyone can check, practise and make their own.',
    },
    {
      title: 'Our vision',
      text: 'A world-wide circle of traders who wait for their moment, manage their risk and help each other grow.',
    },
  ],
  values: [
    {
      title: 'Proven Strategy',
      text: 'Rules you can test on your own charts before you trust them with a single rand.',
    },
    {
      title: 'Supportive Community',
      text: 'Nobody learns well alone. Questions are welcome, at every level.',
    },
    {
      title: 'Results-Oriented',
      text: 'Progress is measured in decisions made well, not in promises.',
    },
  ],
} as const;
