import { describeReminders } from '#features/booking/rules/index.ts';
import { answerDays } from '#features/people/rules/index.ts';
import type { CaptchaWidget } from '#rules/captcha.ts';
import type { PaymentMethod } from '#rules/payment-methods.ts';
import { whatsAppHref } from '#rules/phone-number.ts';
import {
  describeRetention,
  proofDays,
  type RetentionPeriods,
  recordYears,
} from '#rules/retention.ts';
import type { LegalPart } from './legal-page.ts';
import { storedByForms } from './stored-fields.ts';

/** The facts that the privacy policy states. */
export interface PrivacyFacts {
  site: { name: string; email: string | null; phone: string | null };
  reminderMinutes: readonly number[];
  retention: RetentionPeriods;
  /** The text of the marketing checkbox, if there is one. */
  offer: string | null;
  captcha: CaptchaWidget | null;
  /** Empty while payments are not set up. */
  paymentMethods: readonly PaymentMethod[];
}

/** Returns how to contact the mentor, as part of a sentence. */
export function describeContact({ email, phone }: PrivacyFacts['site']): string {
  const whatsApp = phone && whatsAppHref(phone);
  const byPhone = whatsApp ? `[WhatsApp](${whatsApp})` : phone;
  const ways = [
    email && `email ${email}`,
    byPhone && `use ${byPhone}`,
    'use the [contact page](/contact)',
  ];
  return ways.filter(Boolean).join(', or ');
}

const captchaCompanies: Record<CaptchaWidget['kind'], string> = {
  turnstile: 'Cloudflare',
  hcaptcha: 'hCaptcha',
};

const paymentCompanies: Record<Exclude<PaymentMethod, 'bank'>, string> = {
  payfast: 'PayFast',
  paystack: 'Paystack',
};

/** Returns what is kept about people who pay, and who else receives it. */
function describePaying(methods: readonly PaymentMethod[]): LegalPart {
  const companies = methods
    .filter((method) => method !== 'bank')
    .map((method) => paymentCompanies[method]);
  const names = companies.join(' or ');
  const [own, its] =
    companies.length > 1 ? ['their own pages', 'They get'] : ['its own page', 'It gets'];
  return {
    title: 'When you pay',
    text: [
      'When you order something, we keep what you ordered, its price, your name, your email address, your phone number if you give it, the company, address and VAT number that you enter for a tax invoice, and when and how you paid. You find your receipts on the private page of the order, and we email them to you.',
      methods.includes('bank') &&
        `If you send us a file as proof of a transfer, only your mentor sees it. We delete it ${proofDays} days after the order is paid, cancelled or expired.`,
      names &&
        `If you pay with ${names}, you do so on ${own}. ${its} your name, your email address, what you ordered and the amount. We never see your card or your bank login.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Returns the parts of the privacy policy that follow from the code and the settings. */
export function composePrivacyPage(facts: PrivacyFacts): LegalPart[] {
  const { site, retention, offer, captcha, paymentMethods } = facts;
  const takesPayments = paymentMethods.length > 0;
  const contact = describeContact(site);
  const kept = (what: keyof RetentionPeriods) => describeRetention(retention, what);
  return [
    {
      title: 'In short',
      text: `${site.name} keeps what you write in a form to answer you, and what you book${takesPayments ? ' or order to provide it' : ' to hold the session'}. We don’t sell it or share it for advertising. This page says what we keep, who sees it and when we delete it. For any question, ${contact}.`,
    },
    {
      title: 'What we keep when you send a form',
      text: 'We keep nothing before you press the button. Then we keep:',
      items: storedByForms,
    },
    ...(takesPayments ? [describePaying(paymentMethods)] : []),
    {
      title: 'Who sees it',
      text: `Your mentor and anyone else with an admin account of this site. They see it in the admin, in emails to their mailbox and, for sessions, in their calendar. The law allows this because you asked for an answer${takesPayments ? ', a session or an order' : ' or a session'}. We use it for nothing else${offer ? `, unless you tick the box “${offer}”. We never tick it for you, and you can withdraw at any time` : ''}.`,
    },
    {
      title: 'Emails to you',
      text: `When you book a session, we email you a confirmation with a calendar invitation${describeReminders(facts.reminderMinutes)}.${facts.reminderMinutes.length > 0 ? ' Every email has a link to stop reminders.' : ''} We also email you when the session is moved, changed or cancelled. ${takesPayments ? 'When you order something, we email you how to pay, your receipts and your credit notes. ' : ''}When you make a request about your data, we email you a link to confirm it. We may confirm automatically that we received your message or inquiry. Your mentor answers personally. We send you nothing else${offer ? ' unless you agree to it' : ''}.`,
    },
    {
      title: 'How long we keep it',
      text: 'Every night our server deletes what is older than this:',
      items: [
        `Messages and inquiries: ${kept('leadMonths')} after we receive them.`,
        `Sessions: ${kept('bookingMonths')} after they take place.`,
        ...(takesPayments
          ? [
              `Orders, receipts and invoices: ${recordYears} years, because the tax law requires it. If your data is erased earlier, the date, number and amount of what you paid stay, without your name and address.`,
              `The courses that you can open, when you opened them and how far you are: until ${kept('leadMonths')} after your access ends, and as long as we keep an order of yours.`,
            ]
          : []),
        `Records of sent emails (to whom and when): ${kept('mailMonths')}.`,
        `The log of admin accounts: ${kept('activityMonths')}.`,
        `The database log: ${kept('logDays')}. Neither this log nor the site’s log contains what you wrote, your name or your IP address.`,
        `What we delete can be restored for ${kept('trashDays')}. Then it is deleted permanently.`,
        `Backups contain the data of the day they were made. We delete them after ${kept('backupMonths')} at the latest.`,
        'When we erase your data, it may remain for a while in the database’s unused space, and in backups until they expire.',
        'We keep anonymous numbers, such as messages per month.',
      ],
    },
    {
      title: 'Cookies and browser storage',
      text: 'We set no cookies for visitors, except in the library of a customer: there, one cookie recognises the browser, and we store which lessons the customer has opened and how far, so that they can continue on another device. Your browser stores your theme (light or dark), when a sale ends for you, and what you typed in a form but haven’t sent. It doesn’t send us any of this. Until you close the tab, it also stores where your visit began: the first page, the site that linked to it and the campaign names in the link. We count this as described in the next section, and it is sent along with a form.',
    },
    {
      title: 'What we count',
      text: 'We count visits on our own server, without cookies, and without your IP address or anything else that could identify you or your browser later. We keep daily totals: how often a page was viewed, which site linked to it, and the campaign names in links. If Do Not Track or Global Privacy Control is on in your browser, we don’t count your visits or record where they came from.',
    },
    {
      title: 'Protection against abuse',
      text: `To protect the forms, our server counts how often an IP address sends them, and deletes this within a day. We don’t store the address with what you wrote. ${
        captcha
          ? `Forms use a robot check by ${captchaCompanies[captcha.kind]}. Your browser loads it from that company, which sees your IP address. Nothing else on these pages is loaded from other companies.`
          : 'Nothing on these pages is loaded from other companies. Links and banners lead to them only when you click.'
      }`,
    },
    {
      title: 'Your rights',
      text: `You can ask what data we keep about you, get a copy, have it corrected or erased, object to its use, and withdraw your consent. Use the form at the end of this page or on your session’s page, or ${contact}. We reply within ${answerDays} days, free of charge. If we ever restore a backup, we erase your data from it too. You can move or cancel a session yourself with the private link in its confirmation.\n\nIn South Africa, the Protection of Personal Information Act (POPIA) gives you these rights. If you think we don’t handle your data properly, you can complain to the Information Regulator at https://inforegulator.org.za\n\nIn the European Union and the United Kingdom, the General Data Protection Regulation (GDPR) gives you these rights, and the right to receive your data in a machine-readable format. We process what you send to answer you and to provide what you book${takesPayments ? ' or order' : ''} (Article 6 (1) b), and to prevent abuse in our legitimate interest (f)${offer ? ', and what you tick a box for is based on your consent (a)' : ''}. You can complain to your local data protection authority.`,
    },
  ];
}
