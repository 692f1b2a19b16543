import { credentialsRefused, hasCredentials } from './url.ts';
import { optionalText, z } from './zod.ts';

/** Returns whether a text is a link that emails and calendars accept. */
const isLink = (text: string) =>
  z.url({ protocol: /^https$/ }).safeParse(text).success && !hasCredentials(text);

/** How to join a session: a link, a number, or a short text. */
export const joinDetails = optionalText(500)
  .refine((text) => !/[\r\n]/.test(text), 'Use one line.')
  .refine((text) => !hasCredentials(text), credentialsRefused)
  .refine(
    (text) => !/^[a-z][a-z+.-]*:\/\//i.test(text) || isLink(text),
    'Enter a full address that starts with https://',
  );

/** Returns the link in these details, if there is one. */
export const findJoinLink = (details: string | null): string | undefined =>
  details !== null && isLink(details) ? details : undefined;

/**
 * Returns how to join a session: the booking's own details, else those of its meeting type; null if
 * neither is set.
 */
export const findJoinDetails = (
  { joinDetails: own, meetingType }: { joinDetails: string | null; meetingType: string },
  joining: Readonly<Record<string, string>>,
): string | null => own || (Object.hasOwn(joining, meetingType) && joining[meetingType]) || null;
