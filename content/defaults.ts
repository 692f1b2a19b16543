import type { Settings } from '#domain/settings/sections.ts';
import { bookingRules, openingHours } from './booking-rules.ts';
import { aboutIntroduction, aboutPage } from './copy.ts';
import { mentorshipOptions, plans, sale, serviceOfferings } from './offers.ts';
import { pageHeadings } from './page-headings.ts';
import { brokerBanners, founderPicture } from './pictures.ts';
import { communityGroups, openGraphPicture, site, socialLinks } from './site.ts';

/** What a new site begins with, by section of the settings. */
export const defaults: Settings = {
  site: {
    name: site.name,
    tagline: site.tagline,
    subtitle: site.subtitle,
    description: site.description,
    email: site.email,
    phone: site.phone,
    socialLinks: [...socialLinks],
    communityGroups: communityGroups.map((group) => ({ ...group, benefits: [...group.benefits] })),
  },
  offers: {
    serviceOfferings: [...serviceOfferings],
    sale,
    plans: plans.map((plan) => ({
      title: plan.title,
      originalPrice: plan.originalPrice,
      salePrice: 'salePrice' in plan ? plan.salePrice : null,
      discountLabel: 'discountLabel' in plan ? plan.discountLabel : null,
      priceDescription: plan.priceDescription,
      description: plan.description,
      features: [...plan.features],
      callToAction: plan.callToAction,
      leadsTo: 'inquiry' in plan ? (`${plan.inquiry}-inquiry` as const) : 'booking',
      isFeatured: plan.isFeatured,
    })),
    mentorshipOptions: [...mentorshipOptions],
  },
  booking: {
    timeZone: site.timeZone,
    timeZoneLabel: site.timeZoneLabel,
    openingHours: {
      1: [...openingHours.hours[1]],
      2: [...openingHours.hours[2]],
      3: [...openingHours.hours[3]],
      4: [...openingHours.hours[4]],
      5: [...openingHours.hours[5]],
      6: [...openingHours.hours[6]],
      7: [...openingHours.hours[7]],
    },
    bookableDays: bookingRules.bookableDays,
    leastNoticeHours: 0,
    changeCutOffHours: bookingRules.changeCutOffHours,
    reminderMinutes: [...bookingRules.reminderMinutes],
    joining: {
      'Microsoft Teams': '',
      'WhatsApp Video Call': '',
      Zoom: '',
      'Google Meet': '',
    },
  },
  pictures: {
    portrait: founderPicture,
    sharePicture: openGraphPicture,
    brokerBanners: brokerBanners.map((banner) => ({ ...banner, isShown: true })),
  },
  texts: {
    home: {
      about: { ...withTitle(aboutIntroduction), paragraphs: [...aboutIntroduction.paragraphs] },
      testimonials: { eyebrow: 'Testimonials', title: 'What students say' },
      services: { eyebrow: 'Ways to learn', title: 'Start where you are' },
    },
    about: {
      title: aboutPage.heading,
      introduction: aboutPage.introduction,
      story: [...aboutPage.story],
      founder: { title: aboutPage.founder.heading, text: aboutPage.founder.text },
      aims: [...aboutPage.aims],
      values: [...aboutPage.values],
    },
    headings: {
      ...pageHeadings,
      mentorship: {
        eyebrow: 'Mentorship',
        title: 'One hour, your charts, your questions',
        introduction:
          'Sessions run in the evening on weekdays and in the morning at weekends, South African time, on Teams, WhatsApp, Zoom or Meet.',
      },
      contact: {
        eyebrow: 'Contact',
        title: 'Ask the question you have been putting off',
        introduction:
          'Every message reaches the mentor, and the answer comes to your email address.',
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
    },
  },
};

function withTitle({ eyebrow, heading }: { eyebrow: string; heading: string }) {
  return { eyebrow, title: heading };
}
