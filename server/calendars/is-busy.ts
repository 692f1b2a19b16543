import { type Component, readText } from './calendar-components.ts';
import type { Property } from './calendar-lines.ts';

const email = /[^\s:;,<>"/]+@[^\s:;,<>"/]+/;

/** Finds the email in a text such as a calendar’s name or its address. */
export const findEmail = (text: string): string | undefined => {
  try {
    return email.exec(decodeURIComponent(text))?.[0].toLowerCase();
  } catch {
    return email.exec(text)?.[0].toLowerCase();
  }
};

/** Returns the emails that a calendar’s own name gives, as Google writes it. */
export const findOwners = (components: Component[]): string[] =>
  components
    .filter(({ kind }) => kind === 'VCALENDAR')
    .map((calendar) => findEmail(readText(calendar, 'X-WR-CALNAME')))
    .filter((owner) => owner !== undefined);

/** Outlook offers the time of these too. */
const freeInOutlook = /^(?:FREE|WORKINGELSEWHERE)$/i;

/** Returns whether an event takes up its owner’s time: an invitation does until it is declined. */
export function isBusy(component: Component, owners: ReadonlySet<string>): boolean {
  if (/^CANCELL?ED$/i.test(readText(component, 'STATUS'))) return false;
  if (/^TRANSPARENT$/i.test(readText(component, 'TRANSP'))) return false;
  if (freeInOutlook.test(readText(component, 'X-MICROSOFT-CDO-BUSYSTATUS'))) return false;
  const answers = component.properties
    .filter((property) => property.name === 'ATTENDEE' && isOwners(property, owners))
    .map(({ params }) => params.get('PARTSTAT')?.toUpperCase());
  return (
    answers.length === 0 || answers.some((answer) => !/^(?:DECLINED|DELEGATED)$/.test(answer ?? ''))
  );
}

/** Apple writes the email in a parameter next to its own address. */
const isOwners = ({ value, params }: Property, owners: ReadonlySet<string>): boolean =>
  [value, params.get('EMAIL') ?? '']
    .map(findEmail)
    .some((address) => address !== undefined && owners.has(address));
