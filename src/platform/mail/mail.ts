import { codePointsOf, cutText } from '#rules/cut-text.ts';
import { withoutFormatting } from '#rules/visible-text.ts';

export interface Mail {
  /** Permanently identifies the email: in its Message-ID, and in the outbox. */
  key: string;
  to: string;
  replyTo: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Whether it is an automatic answer (RFC 3834), to which mail programs send none. */
  isAutomaticAnswer?: boolean;
  /** Where mail programs post a one-click unsubscribe for emails of this kind (RFC 8058). */
  unsubscribeUrl?: string;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** An entry for the recipient's calendar: an iCalendar object in an email (RFC 6047). */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** The body of that request, and the header that announces it (RFC 8058). */
export const oneClick = 'List-Unsubscribe=One-Click';

/** Returns a text as a single header line: a line break would start a new header. */
export function toHeaderText(text: string, maximum = 200): string {
  const line = withoutFormatting(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(line, maximum, codePointsOf);
}

/** Returns the file name of an email, which is also the left part of its Message-ID. */
export const toFileStem = (key: string) => key.replaceAll(/[^\w-]/g, '.');
