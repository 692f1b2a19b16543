import { codePointsOf, cutText } from '#domain/cut-text.ts';
import { withoutFormatting } from '#domain/visible-text.ts';

export interface Mail {
  /** Names the mail for ever: whatever has this key is the same mail, and goes out once. */
  key: string;
  to: string;
  replyTo: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Whether it answers somebody automatically (RFC 3834): mail programs send no automatic answer to it. */
  isAutomaticAnswer?: boolean;
  /** Where mail programs refuse more mails of this kind by one press (RFC 8058). */
  unsubscribeUrl?: string;
  /** An entry for the receiver's calendar: an iCalendar object as it goes by mail (RFC 6047). */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** What a mail program posts when somebody refuses mails by one press, and says that it does (RFC 8058). */
export const oneClick = 'List-Unsubscribe=One-Click';

/** Returns one line of a header: a line break would begin a header of the visitor's own choosing. */
export function toHeaderText(text: string, maximum = 200): string {
  const line = withoutFormatting(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(line, maximum, codePointsOf);
}

/** Returns the name of a mail's file, and the left part of its Message-ID. */
export const toFileStem = (key: string) => key.replaceAll(/[^\w-]/g, '.');
