import { emptyAsNull, z } from '../zod.ts';
import { automaticAnswer, mailWords, quickReplies } from './mail-words.ts';
import { listOf, paragraph, textList, titledText, words } from './parts.ts';

/** How a page begins. */
const pageHeading = z.object({
  /** The small line above the title. */
  eyebrow: words(60),
  title: words(),
  introduction: paragraph,
});

/** How a section of the home page begins. */
const sectionHeading = pageHeading.omit({ introduction: true });

/** A section that is shown once it has items. */
const itemsSection = sectionHeading.extend({
  items: listOf(titledText, {
    most: 12,
    keyOf: { value: ({ title }) => title, field: 'title' },
  }),
});
export type ItemsSection = z.output<typeof itemsSection>;

/** The longer texts of the pages, the words of mails, and quick replies. */
export const textsSettings = z.object({
  home: z.object({
    /** The method in one line, on the first screen. */
    promise: emptyAsNull(words(120)),
    /** About the method and its founder. */
    about: sectionHeading.extend({ paragraphs: textList(paragraph, 1, 8) }),
    testimonials: sectionHeading,
    services: sectionHeading,
    steps: itemsSection,
    questions: itemsSection,
  }),
  /** Below the plans: what the course contains, how payment and refunds work. */
  services: z.object({ inside: itemsSection, payment: itemsSection }),
  about: z.object({
    title: words(),
    introduction: paragraph,
    story: textList(paragraph, 1, 12),
    founder: titledText.extend({ name: emptyAsNull(words(60)) }),
    aims: z.array(titledText).min(1, 'Please give at least one.').max(6, 'There is room for 6.'),
    values: z.array(titledText).min(1, 'Please give at least one.').max(9, 'There is room for 9.'),
  }),
  /** How the other pages begin. */
  headings: z.object({
    services: pageHeading,
    mentorship: pageHeading,
    community: pageHeading,
    education: pageHeading,
    videos: pageHeading,
    freebies: pageHeading,
    contact: pageHeading,
  }),
  mails: z.object({ confirmation: mailWords, reminder: mailWords, received: automaticAnswer }),
  replies: quickReplies,
});
export type TextsSettings = z.output<typeof textsSettings>;
