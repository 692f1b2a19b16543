import { formatMinutes } from '../measures.ts';
import type { LegalPart } from './legal-page.ts';
import { describeContact, type PrivacyFacts } from './privacy-page.ts';

interface TermsFacts extends Pick<PrivacyFacts, 'site'> {
  riskNotice: string;
  /** Until so many hours before its start a session can be changed. */
  changeCutOffHours: number;
}

/** Returns what is true of every site of this software, with what its settings say. */
export function composeTermsPage({ site, riskNotice, changeCutOffHours }: TermsFacts): LegalPart[] {
  const until =
    changeCutOffHours > 0
      ? `up to ${formatMinutes(changeCutOffHours * 60)} before it begins`
      : 'until it begins';
  return [
    {
      title: 'Education, no advice',
      text: `${riskNotice}\n\n${site.name} teaches a method of reading the market. Nothing here tells you to buy or to sell, none of it knows your circumstances, and no result is promised. What you do with your money you decide yourself, and you should trade with none that you cannot lose.`,
    },
    {
      title: 'What is sold, and at what price',
      text: 'Courses and the blueprint stand on the [services page](/services), sessions on the [mentorship page](/mentorship), each with its price in rand. Sending one of these forms asks for it and costs nothing yet: you are answered with what is next. Posts, videos, guides and groups of the [community](/community) are free.',
    },
    {
      title: 'Sessions',
      text: `A session is booked once its confirmation reaches you by email. By the private link in it you can move or cancel the session yourself, ${until}. If the mentor has to move or cancel it, you are told by email.`,
    },
    {
      title: 'Links to others',
      text: 'Banners and some links lead to brokers and other companies, and the mentor may be paid when you open an account there. What they offer is between you and them.',
    },
    {
      title: 'What you write to us',
      text: 'What is kept of it, and for how long, says the [privacy policy](/privacy).',
    },
    {
      title: 'Questions',
      text: `Write by ${describeContact(site)}.`,
    },
  ];
}
