import { createContext } from 'react-router';
import type { CaptchaWidget } from '#domain/captcha.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { CheckHuman } from '#server/captcha/captcha.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';
import type { readAccount } from '#server/services/accounts/read-account.ts';
import type { findManagedBooking } from '#server/services/bookings/find-managed-booking.ts';
import type { PublicContent } from '#server/services/content/create-public-content.ts';
import type { Services } from '#server/services/create-services.ts';
import type { ShownFacts } from '#server/services/settings/shown-facts.ts';
import { toAppError } from './problem.ts';
import type { ContentSecurityPolicy } from './security-headers.ts';

export type { LinkedRequest } from '#server/services/people/person-requests.ts';
/** All that `app/` may know of the server. */
export type { ShownFacts, SiteWideFacts } from '#server/services/settings/shown-facts.ts';
export type { ApiRoutes } from './api.ts';
export type { AccountRoutes } from './resources/account.ts';
export type AccountOverview = Awaited<ReturnType<typeof readAccount>>;
export type ManagedBooking = NonNullable<Awaited<ReturnType<typeof findManagedBooking>>>;

/** What a page's loader and action may ask of the server: the same use cases that the API stands on. */
export interface PageServices
  extends Pick<
    Services,
    | 'takeLead'
    | 'takeBooking'
    | 'findManagedBooking'
    | 'getManagedBookingId'
    | 'composeCalendarFile'
    | 'moveBooking'
    | 'cancelBooking'
    | 'changeReminders'
    | 'people'
  > {
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
  /** What keeps robots from the forms; nothing without its keys. */
  captcha: CaptchaWidget | null;
  checkHuman: CheckHuman;
  /** Reads what visitors may see of the settings. */
  readFacts: () => Promise<ShownFacts>;
  content: PublicContent;
  accounts: AccountServices;
  /** What the provider is called whose accounts can sign in; nothing where there is none. */
  providerName: string | null;
  /** The address that overrides the email in the settings (MAIL_TO). */
  mailTo: string | null;
}

export const pageServicesContext = createContext<PageServices>();

/** Who asks for the page. */
export const visitorContext = createContext<Visitor>();

/**
 * What was sent to a page's action, with any names and as often as the sender liked: actions
 * read it by `readForm` (app/features/forms/read-form.ts). The request itself has no body left.
 */
export const formContext = createContext<URLSearchParams>();

/** Makes the policy of a document out of the hashes of our code inside it. */
export const securityPolicyContext = createContext<ContentSecurityPolicy>();

/** What a page tells the server of its request. */
export interface PageReport {
  /** Which route answers, by its pattern: `/booking/:token`. */
  nameRoute(pattern: string): void;
  /** What went wrong while the page was made. */
  logThrown(thrown: unknown): void;
  /** Its data takes longer than a visitor is to look at nothing (waiting-page.ts). */
  dataIsLate?: (() => void) | undefined;
  /** The page stands without something that could not be read: it is not to be kept. */
  lacksContent(): void;
  /** The body of the answer, where it is a document. */
  takeDocument(html: Uint8Array<ArrayBuffer>): void;
}

export const pageReportContext = createContext<PageReport>();

export type Refusal = ReturnType<typeof toRefusal>;

/**
 * Returns what a form shows of an error: a message, errors of single fields, and what is free
 * instead of the slot that was asked for (ISO, UTC). Throws it again when nobody foresaw it.
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

/** Waits for what a loader asks; a service that is away becomes the 503 that the error screen shows. */
export async function orUnavailable<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    const { message, status, headers } = toRefusal(error);
    if (status !== 503) throw error;
    throw new Response(message, { status, statusText: 'Service Unavailable', headers });
  }
}
