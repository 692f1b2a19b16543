import type { CaptchaWidget } from '../captcha.ts';
import { whatsAppHref } from '../phone-number.ts';
import { describeReminders } from '../reminder-text.ts';
import { answerDays } from '../request-kinds.ts';
import type { RetentionSettings } from '../settings/legal.ts';
import { describeRetention } from './describe-retention.ts';
import type { LegalPart } from './legal-page.ts';
import { storedByForms } from './stored-fields.ts';

/** What the site knows of itself, as far as its privacy is concerned. */
export interface PrivacyFacts {
  site: { name: string; email: string | null; phone: string | null };
  reminderMinutes: readonly number[];
  retention: RetentionSettings;
  /** The words of a box beyond an answer, where one is offered. */
  offer: string | null;
  captcha: CaptchaWidget | null;
}

/** Returns whom to write to, in the middle of a sentence. */
export function describeContact({ email, phone }: PrivacyFacts['site']): string {
  const whatsApp = phone && whatsAppHref(phone);
  const byPhone = whatsApp ? `[WhatsApp](${whatsApp})` : phone;
  const ways = [email && `email to ${email}`, byPhone, 'the [contact page](/contact)'];
  return ways.filter(Boolean).join(', or by ');
}

const captchaCompanies: Record<CaptchaWidget['kind'], string> = {
  turnstile: 'Cloudflare',
  hcaptcha: 'hCaptcha',
};

/** Returns what is true of every site of this software, with what its settings say. */
export function composePrivacyPage(facts: PrivacyFacts): LegalPart[] {
  const { site, retention, offer, captcha } = facts;
  const contact = describeContact(site);
  const kept = (what: keyof RetentionSettings) => describeRetention(retention, what);
  return [
    {
      title: 'In short',
      text: `What you write into a form of ${site.name} is kept so that you can be answered, and a session that you book, so that it can take place. Nobody gets it for advertising, and it is not sold. This page says what is kept, who sees it and when it goes. Whatever you want to know, write by ${contact}.`,
    },
    {
      title: 'What is kept when you send a form',
      text: 'Nothing is kept before you press the button. Then it is:',
      items: storedByForms,
    },
    {
      title: 'Who sees it',
      text: `The mentor and whoever else has an account of this site’s own administration. They see it there, in mails to their mailbox and, of sessions, in their calendar. The law allows it because you asked for an answer or a session: for nothing else is it used${offer ? `, unless you tick the box “${offer}”. It is never ticked for you, and you can take it back at any time` : ''}.`,
    },
    {
      title: 'Mails to you',
      text: `A session that you book is confirmed by email, with an invitation for your calendar${describeReminders(facts.reminderMinutes)}.${facts.reminderMinutes.length > 0 ? ' You can refuse reminders by a link in each mail.' : ''} You are told when it is moved, changed or cancelled. The site may confirm automatically that a message or an inquiry has arrived; the mentor answers it personally. The site sends you nothing else${offer ? ' that you have not agreed to' : ''}.`,
    },
    {
      title: 'How long it is kept',
      text: 'A job on our server deletes every night what is older than this:',
      items: [
        `Messages and inquiries: ${kept('leadMonths')} after they came.`,
        `Sessions: ${kept('bookingMonths')} after their time.`,
        `To whom and when mails went out: ${kept('mailMonths')}.`,
        `What was done with the accounts of the administration: ${kept('activityMonths')}.`,
        `The log of the database: ${kept('logDays')}. Neither it nor the log of the site holds what you wrote, your name or your network address.`,
        `What the mentor deletes can be restored for ${kept('trashDays')}; after that it is gone.`,
        `Backups hold what was there when they were made, and go after ${kept('backupMonths')} at the latest.`,
        'Numbers that name nobody, such as how many messages came in a month, stay.',
      ],
    },
    {
      title: 'Cookies, and what your browser keeps',
      text: 'Visitors get no cookies. Your own browser keeps, for itself: whether you chose the light or the dark theme, when a sale ends for you, and what you have typed into a form and not sent yet. It sends none of that to us. Until you close the tab it also keeps where your visit began: the first page, the site that led to it and the names of a campaign in the link. That is counted as the next part says, and goes along with a form that you send.',
    },
    {
      title: 'What is counted',
      text: 'Visits are counted on our own server, without a cookie, and without your network address or anything else by which you or your browser could be told from others later. What remains are sums by day: how often a page was seen, which site led to it, and the names of campaigns that stand in a link. Who has Do Not Track or Global Privacy Control switched on is not counted, and sends nothing of where the visit came from.',
    },
    {
      title: 'Against misuse',
      text: `So that nobody floods the forms, the server counts how often a network address sends them, and forgets it within a day. It is not kept with what you wrote. ${
        captcha
          ? `Forms are guarded by a puzzle of ${captchaCompanies[captcha.kind]}: your browser loads it from there, and that company sees your network address. Nothing else on these pages comes from other companies.`
          : 'Nothing on these pages is loaded from other companies; links and banners lead to them only when you press them.'
      }`,
    },
    {
      title: 'Your rights',
      text: `You may ask what is kept about you and get a copy of it, have it corrected, have it erased, object to its use, and take back what you agreed to. Ask with the form at the end of this page or on the page of your session, or write by ${contact}; you get an answer within ${answerDays} days. What is erased goes out of a backup as well when that is ever restored. It costs nothing. The private link in the confirmation of a session moves or cancels it at once.\n\nIn South Africa the Protection of Personal Information Act (POPIA) gives you these rights. The Information Regulator watches over them: if you think that your particulars are not treated as they should be, you can complain there, at https://inforegulator.org.za\n\nIn the European Union and the United Kingdom the General Data Protection Regulation (GDPR) gives you them, and the right to have your data handed over in a form that machines read. What you send is used to answer you and to carry out what you book (Article 6 (1) b), misuse is fended off in our legitimate interest (f)${offer ? ', and what you tick a box for rests on your consent (a)' : ''}. You can complain to the authority where you live.`,
    },
  ];
}
