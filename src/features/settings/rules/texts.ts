import { emptyAsNull, z } from '#rules/zod.ts';
import {
  answerPlaceholders,
  automaticAnswer,
  mailPlaceholders,
  mailWords,
  quickReplies,
  replyPlaceholders,
} from './mail-words.ts';
import { listOf, paragraph, title, titledText, words } from './parts.ts';

/** The texts at the top of a page. */
const pageHeading = z.object({
  eyebrow: words(60).meta({ label: 'Label above the title' }),
  title,
  introduction: paragraph.meta({ label: 'Introduction' }),
});

const headingOf = (label: string) => pageHeading.meta({ label });

/** The texts at the top of a section of the home page. */
const sectionHeading = pageHeading.omit({ introduction: true });

/** A section that is shown once it has items. */
const itemsSection = (label: string, items: string, noun: string) =>
  sectionHeading
    .extend({
      items: listOf(titledText, { most: 12, uniqueBy: 'title' }).meta({ label: items, noun }),
    })
    .meta({ label });
export type ItemsSection = z.output<ReturnType<typeof itemsSection>>;

const mailOf = (label: string) => mailWords.meta({ label, placeholders: mailPlaceholders });

/** The longer texts of the pages and emails. */
export const textsSettings = z
  .object({
    home: z
      .object({
        promise: emptyAsNull(words(120)).meta({
          label: 'The method in one line',
          help: 'Below the buttons at the top of the page.',
        }),
        about: sectionHeading
          .extend({
            paragraphs: listOf(paragraph, { least: 1, most: 8 }).meta({
              label: 'Paragraphs',
              noun: 'paragraph',
            }),
          })
          .meta({ label: 'About the method' }),
        testimonials: sectionHeading.meta({ label: 'Testimonials' }),
        services: sectionHeading.meta({ label: 'Ways to learn' }),
        steps: itemsSection('How it works', 'Steps', 'step'),
        questions: itemsSection('Questions and answers', 'Questions', 'question'),
      })
      .meta({
        label: 'Home page',
        help: 'The headline is under Site, the four cards are under Offers.',
      }),
    services: z
      .object({
        inside: itemsSection('Inside the course', 'Parts', 'part'),
        payment: itemsSection('Payment and refunds', 'Questions', 'question'),
      })
      .meta({
        label: 'Services page',
        help: 'Sections below the plans. Each appears once you add something to it.',
      }),
    about: z
      .object({
        title,
        introduction: paragraph.meta({ label: 'Introduction' }),
        story: listOf(paragraph, { least: 1, most: 12 }).meta({
          label: 'Your story',
          noun: 'paragraph',
        }),
        founder: titledText
          .extend({
            name: emptyAsNull(words(60)).meta({
              label: 'Your name',
              help: 'Next to your picture on the home, about and mentorship pages, and at the bottom of every page.',
            }),
            city: emptyAsNull(words(60)).meta({
              label: 'City',
              placeholder: 'Durban, South Africa',
            }),
            registration: emptyAsNull(words(120)).meta({
              label: 'Registration',
              help: 'A number that people can look up, such as your company’s.',
              placeholder: 'Reg. no. 2024/123456/07',
            }),
            record: emptyAsNull(words(160)).meta({
              label: 'Your record in one sentence',
              help: 'A fact that people can check. Don’t promise profits.',
              placeholder: 'Trading gold since 2016, teaching since 2020.',
            }),
          })
          .meta({ label: 'The founder', help: 'Who you are. Your picture is under Pictures.' }),
        aims: listOf(titledText, { least: 1, most: 6 }).meta({
          label: 'Mission and vision',
          noun: 'text',
        }),
        values: listOf(titledText, { least: 1, most: 9 }).meta({ label: 'Values', noun: 'value' }),
      })
      .meta({ label: 'About page', help: 'Your story, you as the founder, and your values.' }),
    headings: z
      .object({
        services: headingOf('Services'),
        mentorship: headingOf('Mentorship'),
        community: headingOf('Community'),
        education: headingOf('Education'),
        videos: headingOf('Video Insights'),
        freebies: headingOf('Freebies'),
        contact: headingOf('Contact'),
      })
      .meta({ label: 'Page headings', help: 'The text at the top of each page.' }),
    mails: z
      .object({
        confirmation: mailOf('Confirmation'),
        reminder: mailOf('Reminder'),
        received: automaticAnswer.meta({
          label: 'Automatic answer',
          placeholders: answerPlaceholders,
        }),
      })
      .meta({
        label: 'Emails',
        help: 'Emails your clients receive. Session details and links are added automatically.',
      }),
    replies: quickReplies.meta({
      label: 'Quick replies',
      help: 'Texts you can send to a lead by email or WhatsApp.',
      noun: 'reply',
      placeholders: replyPlaceholders,
    }),
  })
  .meta({ label: 'Texts', help: 'The wording of your pages and emails' });
export type TextsSettings = z.output<typeof textsSettings>;
