import { credentialsRefused, hasCredentials } from '#rules/url.ts';
import { optionalText, z } from '#rules/zod.ts';

/** A link, as mails and calendars take it. */
const isLink = (text: string) =>
  z.url({ protocol: /^https$/ }).safeParse(text).success && !hasCredentials(text);

/** How a session is joined: a link, a number, or a few words. */
export const joinDetails = optionalText(500)
  .refine((text) => !/[\r\n]/.test(text), 'Use one line.')
  .refine((text) => !hasCredentials(text), credentialsRefused)
  .refine(
    (text) => !/^[a-z][a-z+.-]*:\/\//i.test(text) || isLink(text),
    'Enter a full address that starts with https://',
  );

/** Returns the link in how a session is joined, where it is one. */
export const findJoinLink = (details: string | null): string | undefined =>
  details !== null && isLink(details) ? details : undefined;

/**
 * Returns how a session is joined: as was said for this booking alone, else for all of its meeting
 * type; null where nothing was said.
 */
export const findJoinDetails = (
  { joinDetails: own, meetingType }: { joinDetails: string | null; meetingType: string },
  joining: Readonly<Record<string, string>>,
): string | null => own || (Object.hasOwn(joining, meetingType) && joining[meetingType]) || null;
