import { createContext } from 'react-router';
import type { AccountServices, readAccount } from '#features/accounts/server/index.ts';
import type { findManagedBooking } from '#features/booking/server/index.ts';
import type { PublicContent } from '#features/content/server/index.ts';
import type { PublicSettings } from '#features/settings/server/index.ts';

export type { AccountRoutes } from '#features/accounts/server/index.ts';
export type { PayPage } from '#features/payments/rules/index.ts';
export type { PaymentStart } from '#features/payments/server/index.ts';
export type { LinkedRequest } from '#features/people/server/index.ts';
export type { PublicSettings, SiteWideSettings } from '#features/settings/server/index.ts';

import type { Visitor } from '#platform/auth/visitor.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { SentFile } from '#platform/http/http-env.ts';
import { toAppError } from '#platform/http/problem.ts';
import type { ContentSecurityPolicy } from '#platform/http/security-headers.ts';
import type { CaptchaWidget } from '#rules/captcha.ts';
import type { Services } from './create-services.ts';

/** The server's types that pages may import. */
export type { ApiRoutes } from './api.ts';
export type AccountOverview = Awaited<ReturnType<typeof readAccount>>;
export type ManagedBooking = NonNullable<Awaited<ReturnType<typeof findManagedBooking>>>;

/** The services for loaders and actions of pages, which the API uses too. */
export interface PageServices
  extends Pick<
    Services,
    | 'takeLead'
    | 'takeBooking'
    | 'listDayTimes'
    | 'findManagedBooking'
    | 'getManagedBookingId'
    | 'composeCalendarFile'
    | 'moveBooking'
    | 'cancelBooking'
    | 'changeReminders'
    | 'people'
    | 'payments'
    | 'library'
    | 'vouchers'
  > {
  /** The public origin, without a trailing slash. */
  siteUrl: string;
  /** The captcha of the forms, if its keys are set. */
  captcha: CaptchaWidget | null;
  checkHuman: CheckHuman;
  /** Returns false while no mail server is set up, and emails are only captured. */
  sendsMail: () => boolean;
  /** Reads the settings that visitors may see. */
  readSettings: () => Promise<PublicSettings>;
  content: PublicContent;
  accounts: AccountServices;
  /** The address that overrides the email in the settings (MAIL_TO). */
  mailTo: string | null;
}

export const pageServicesContext = createContext<PageServices>();

export const visitorContext = createContext<Visitor>();

/**
 * The form submitted to a page's action. Field names are untrusted: actions read them with
 * `readForm` (src/server/read-form.ts). The request itself no longer has a body.
 */
export const formContext = createContext<URLSearchParams>();

/** The file in that form, or why it was not read. */
export const fileContext = createContext<SentFile | undefined>();

/** Creates the security policy of a document from the hashes of its inline code. */
export const securityPolicyContext = createContext<ContentSecurityPolicy>();

/** What a page reports to the server during rendering. */
export interface PageReport {
  /** Sets the pattern of the route: `/booking/:token`. */
  nameRoute(pattern: string): void;
  /** Logs an error during rendering. */
  logThrown(thrown: unknown): void;
  /** Called if the data takes long enough for a skeleton page (waiting-page.ts). */
  dataIsLate?: (() => void) | undefined;
  /** Called if some content could not be read, so the page must not be cached. */
  lacksContent(): void;
  /** Receives the body of a document. */
  takeDocument(html: Uint8Array<ArrayBuffer>): void;
}

export const pageReportContext = createContext<PageReport>();

export type Refusal = ReturnType<typeof toRefusal>;

/**
 * Returns what a form shows of an error: a message, field errors, and the free slots if the chosen
 * one is taken (ISO, UTC). Rethrows an unexpected error.
 */
export function toRefusal(thrown: unknown) {
  const error = toAppError(thrown);
  if (error.status === 500) throw thrown;
  const { userMessage: message, status, headers, extensions } = error;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message: wrong } of error.fieldErrors) fieldErrors[field] = [wrong];
  const slots = Array.isArray(extensions.slots) ? extensions.slots.map(String) : undefined;
  return { message, fieldErrors, status, headers, ...(slots && { slots }) };
}

/** Waits for a loader's data. An unavailable service becomes a 503 for the error page. */
export async function orUnavailable<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    const { message, status, headers } = toRefusal(error);
    if (status !== 503) throw error;
    throw new Response(message, { status, statusText: 'Service Unavailable', headers });
  }
}
