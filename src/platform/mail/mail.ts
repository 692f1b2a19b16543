import { codePointsOf, cutText } from '#rules/cut-text.ts';
import { withoutFormatting } from '#rules/visible-text.ts';

export interface Mail {
  /** Names the mail permanently: its Message-ID, and what it is queued and recorded under. */
  key: string;
  to: string;
  replyTo: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Whether it answers somebody automatically (RFC 3834): mail programs send no automatic answer to it. */
  isAutomaticAnswer?: boolean;
  /** Where mail programs post a one-click refusal of more mails of this kind (RFC 8058). */
  unsubscribeUrl?: string;
  /** Files that come with it. */
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** An entry for the recipient's calendar: an iCalendar object in a mail (RFC 6047). */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** The body of that post, and the header that announces it (RFC 8058). */
export const oneClick = 'List-Unsubscribe=One-Click';

/** Returns one line of a header: a line break would start a header of the visitor's choice. */
export function toHeaderText(text: string, maximum = 200): string {
  const line = withoutFormatting(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(line, maximum, codePointsOf);
}

/** Returns the name of a mail's file, and the left part of its Message-ID. */
export const toFileStem = (key: string) => key.replaceAll(/[^\w-]/g, '.');
