import { emailAddress, z } from '#rules/zod.ts';
import { description, listOf, outsideLink, title, words } from './parts.ts';

/** A free group on the community page. */
const communityGroup = z.object({
  title,
  href: outsideLink,
  action: words(60).meta({ label: 'Button text', placeholder: 'Join the group' }),
  description,
  benefits: listOf(words(), { least: 1, most: 8 }).meta({
    label: 'What members get',
    noun: 'benefit',
  }),
});

/** The events that the mentor gets emails about. Alerts that need action are always sent. */
const notices = z.object({
  inquiry: z.boolean().meta({ label: 'New inquiry' }),
  message: z.boolean().meta({ label: 'New contact message' }),
  booked: z.boolean().meta({ label: 'Session booked' }),
  moved: z.boolean().meta({ label: 'Client moved a session' }),
  cancelled: z.boolean().meta({ label: 'Client cancelled a session' }),
  request: z.boolean().meta({ label: 'Request about personal data' }),
});

const socialLink = z.object({
  network: words(40).meta({ label: 'Network', placeholder: 'Instagram' }),
  href: outsideLink,
});

const yourSite = 'Your site';
const contact = 'Contact details';

/** Who runs the site and how to reach them. */
export const siteSettings = z
  .object({
    name: words(60).meta({
      label: 'Site name',
      help: 'Shown in the footer, in the browser tab and in every email.',
      group: yourSite,
    }),
    tagline: words().meta({
      label: 'Headline',
      help: 'The large text on the home page.',
      group: yourSite,
    }),
    subtitle: words().meta({ label: 'Subtitle', help: 'Below the headline.', group: yourSite }),
    description: words(200).meta({
      label: 'Description',
      help: 'Shown by search engines and next to shared links. Up to 200 characters.',
      isLong: true,
      group: yourSite,
    }),
    email: emailAddress('Enter an email address, such as you@example.com.').meta({
      label: 'Email',
      help: 'Shown on the contact page.',
      control: 'notice-email',
      keyboard: 'email',
      group: contact,
    }),
    phone: words(40)
      .regex(/^\+\d[\d ]{5,}$/, 'Use the international format, e.g. +27 82 123 4567')
      .meta({
        label: 'Phone',
        help: 'Your WhatsApp number, in the international format.',
        keyboard: 'tel',
        group: contact,
      }),
    notices: notices.meta({
      label: 'Emails to you',
      help: 'You get no emails about changes you make yourself.',
    }),
    socialLinks: listOf(socialLink, { most: 12, uniqueBy: 'network' }).meta({
      label: 'Social links',
      help: 'On the contact page, in this order.',
      noun: 'link',
    }),
    communityGroups: listOf(communityGroup, { most: 9, uniqueBy: 'title' }).meta({
      label: 'Free groups',
      help: 'The cards on the community page, in this order.',
      noun: 'group',
      blank: { benefits: [''] },
    }),
  })
  .meta({
    label: 'Site',
    help: 'Your name, headline, contact details and links',
    groups: {
      [yourSite]: 'Your name, the headline and the description for search engines.',
      [contact]: 'Your email address and phone number.',
    },
  });
export type SiteSettings = z.output<typeof siteSettings>;
