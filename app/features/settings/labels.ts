import type { SettingsSection } from '#domain/settings/sections.ts';

/** What each section is called, and what it is for. */
export const sectionLabels: Record<SettingsSection, { label: string; about: string }> = {
  site: { label: 'Site', about: 'Your name, your headline, how people reach you, your links.' },
  offers: { label: 'Offers', about: 'Plans and prices, the sale, the kinds of sessions.' },
  booking: {
    label: 'Booking',
    about: 'Your opening hours and time zone, reminders, how a session is joined.',
  },
  pictures: { label: 'Pictures', about: 'Your portrait, the picture for sharing, banners.' },
  texts: { label: 'Texts', about: 'The texts of your pages and emails, and your quick replies.' },
  legal: {
    label: 'Privacy and terms',
    about: 'Your privacy policy and terms, the risk notice, and how long what is kept is kept.',
  },
};

const pageHeading = (path: string, page: string) => ({
  [path]: page,
  [`${path}.eyebrow`]: 'Small line above',
  [`${path}.title`]: 'Title',
  [`${path}.introduction`]: 'Introduction',
});

const itemsSection = (path: string, name: string, items: string) => ({
  ...pageHeading(path, name),
  [`${path}.items`]: items,
  [`${path}.items[].title`]: 'Title',
  [`${path}.items[].text`]: 'Text',
});

const picture = (path: string, name: string) => ({
  [path]: name,
  [`${path}.src`]: 'Picture',
  [`${path}.alt`]: 'Description',
});

const mail = (path: string, name: string) => ({
  [path]: name,
  [`${path}.subject`]: 'Subject',
  [`${path}.heading`]: 'Heading',
  [`${path}.introduction`]: 'Beginning',
  [`${path}.closing`]: 'End',
});

/**
 * What every field is called, by the path of its value: in the form, and where two versions are
 * compared. `[]` stands for any item of a list.
 */
const fieldLabels: Record<SettingsSection, Record<string, string>> = {
  site: {
    name: 'Name of the site',
    tagline: 'Headline',
    subtitle: 'Second line',
    description: 'Description',
    email: 'Email',
    phone: 'Phone',
    notices: 'Emails to you',
    'notices.inquiry': 'New inquiry',
    'notices.message': 'New contact message',
    'notices.booked': 'Session booked',
    'notices.moved': 'Client moved a session',
    'notices.cancelled': 'Client cancelled a session',
    'notices.request': 'Request about personal data',
    socialLinks: 'Social links',
    'socialLinks[].network': 'Network',
    'socialLinks[].href': 'Address',
    communityGroups: 'Free groups',
    'communityGroups[].title': 'Title',
    'communityGroups[].href': 'Address',
    'communityGroups[].action': 'Words on the button',
    'communityGroups[].description': 'Description',
    'communityGroups[].benefits': 'What members get',
  },
  offers: {
    sale: 'Sale',
    'sale.kind': 'How the sale runs',
    'sale.hours': 'Hours',
    'sale.endsAt': 'End of the sale',
    plans: 'Plans',
    'plans[].title': 'Title',
    'plans[].originalPrice': 'Price',
    'plans[].salePrice': 'Price in the sale',
    'plans[].discountLabel': 'Badge in the sale',
    'plans[].priceDescription': 'Words under the price',
    'plans[].description': 'Description',
    'plans[].features': 'Features',
    'plans[].callToAction': 'Words on the button',
    'plans[].leadsTo': 'The button opens',
    'plans[].isFeatured': 'Set apart from the others',
    mentorshipOptions: 'Kinds of sessions',
    'mentorshipOptions[].icon': 'Drawing',
    'mentorshipOptions[].title': 'Title',
    'mentorshipOptions[].price': 'Price',
    'mentorshipOptions[].length': 'Length, as visitors read it',
    'mentorshipOptions[].minutes': 'Length in minutes',
    'mentorshipOptions[].gridMinutes': 'Starts',
    'mentorshipOptions[].gapMinutes': 'Break after (minutes)',
    'mentorshipOptions[].leastNoticeHours': 'Minimum notice (hours)',
    'mentorshipOptions[].bookableDays': 'Bookable ahead (days)',
    'mentorshipOptions[].description': 'Description',
    serviceOfferings: 'Cards on the home page',
    'serviceOfferings[].icon': 'Drawing',
    'serviceOfferings[].title': 'Title',
    'serviceOfferings[].description': 'Description',
    'serviceOfferings[].href': 'Leads to',
  },
  booking: {
    timeZone: 'Time zone',
    timeZoneLabel: 'Short name of the time zone',
    openingHours: 'Opening hours',
    'openingHours.1': 'Monday',
    'openingHours.2': 'Tuesday',
    'openingHours.3': 'Wednesday',
    'openingHours.4': 'Thursday',
    'openingHours.5': 'Friday',
    'openingHours.6': 'Saturday',
    'openingHours.7': 'Sunday',
    bookableDays: 'Bookable ahead (days)',
    leastNoticeHours: 'Minimum notice (hours)',
    changeCutOffHours: 'Clients can reschedule or cancel up to (hours before)',
    reminderMinutes: 'Reminders',
    'reminderMinutes[]': 'Reminder',
    joining: 'Meeting links',
    'joining.Microsoft Teams': 'Microsoft Teams',
    'joining.WhatsApp Video Call': 'WhatsApp Video Call',
    'joining.Zoom': 'Zoom',
    'joining.Google Meet': 'Google Meet',
  },
  pictures: {
    ...picture('portrait', 'Portrait'),
    ...picture('sharePicture', 'Picture for sharing'),
    brokerBanners: 'Banners',
    'brokerBanners[].href': 'Leads to',
    ...picture('brokerBanners[].image', 'Picture'),
    'brokerBanners[].isShown': 'Shown to visitors',
  },
  texts: {
    home: 'Home page',
    'home.promise': 'The method in one line',
    'home.about': 'About the method',
    'home.about.eyebrow': 'Small line above',
    'home.about.title': 'Title',
    'home.about.paragraphs': 'Paragraphs',
    ...pageHeading('home.testimonials', 'Testimonials'),
    ...pageHeading('home.services', 'Ways to learn'),
    ...itemsSection('home.steps', 'How it works', 'Steps'),
    ...itemsSection('home.questions', 'Questions and answers', 'Questions'),
    services: 'Services page',
    ...itemsSection('services.inside', 'Inside the course', 'Parts'),
    ...itemsSection('services.payment', 'Payment and refunds', 'Questions'),
    about: 'About page',
    'about.title': 'Title',
    'about.introduction': 'Introduction',
    'about.story': 'The story',
    'about.founder': 'The founder',
    'about.founder.name': 'Name',
    'about.founder.title': 'Title',
    'about.founder.text': 'Text',
    'about.aims': 'Mission and vision',
    'about.aims[].title': 'Title',
    'about.aims[].text': 'Text',
    'about.values': 'Values',
    'about.values[].title': 'Title',
    'about.values[].text': 'Text',
    headings: 'How the other pages begin',
    ...pageHeading('headings.services', 'Services'),
    ...pageHeading('headings.mentorship', 'Mentorship'),
    ...pageHeading('headings.community', 'Community'),
    ...pageHeading('headings.education', 'Education'),
    ...pageHeading('headings.videos', 'Video Insights'),
    ...pageHeading('headings.freebies', 'Freebies'),
    ...pageHeading('headings.contact', 'Contact'),
    mails: 'Mails',
    ...mail('mails.confirmation', 'Confirmation'),
    ...mail('mails.reminder', 'Reminder'),
    ...mail('mails.received', 'Automatic answer'),
    'mails.received.isSent': 'Answer messages and inquiries automatically',
    'mails.received.text': 'Text',
    replies: 'Quick replies',
    'replies[].title': 'Title',
    'replies[].text': 'Text',
  },
  legal: {
    riskNotice: 'Risk notice',
    privacy: 'Privacy Policy, in your words',
    terms: 'Terms of Service, in your words',
    retention: 'How long it is kept',
    'retention.leadMonths': 'Messages and inquiries, in months',
    'retention.bookingMonths': 'Past sessions, in months',
    'retention.mailMonths': 'Mails, in months',
    'retention.activityMonths': 'Account activity, in months',
    'retention.logDays': 'Log of the database, in days',
    'retention.trashDays': 'Trash, in days',
    'retention.backupMonths': 'Nightly backups, in months',
    marketing: 'A box beside the forms',
    'marketing.isOffered': 'Ask visitors by a box that they may tick',
    'marketing.words': 'Words of the box',
  },
};

/** Returns what the field at a path is called: `plans[0].title` as `plans[].title`. Throws for one without a name. */
export function labelOf(section: SettingsSection, path: string): string {
  const label = fieldLabels[section][path.replaceAll(/\[\d+\]/g, '[]')];
  if (label === undefined) throw new Error(`${section} has no label for ${path}`);
  return label;
}

/** What the button of a plan opens, in words. */
export const planTargetLabels = {
  'course-inquiry': 'The form that asks for the course',
  'blueprint-inquiry': 'The form that asks for the blueprint',
  booking: 'The booking page',
} as const;

/** The drawings of cards, in words. */
export const iconLabels = {
  course: 'An open book',
  blueprint: 'A ruler',
  mentorship: 'A graduate’s cap',
  community: 'Speech bubbles',
  call: 'A telephone',
  session: 'A calendar',
  package: 'Layers',
} as const;
