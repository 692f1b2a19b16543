import { randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { Customer } from '#features/customers/server/index.ts';
import type { BrowserQuestion } from '#features/library/rules/library-page.ts';
import { hashToken } from '#platform/auth/secret.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { cleanEmail } from '#rules/email-address.ts';
import { toMailbox } from '#rules/mailbox.ts';
import { toPhoneNumber } from '#rules/phone-number.ts';
import type { LibraryDeps } from './library-deps.ts';
import { addBrowser, addFirstBrowser, hasBrowsers, noteBrowser } from './queries/browsers.ts';

/** The longest that browsers keep a cookie. */
const lifeSeconds = 400 * 24 * 3_600;

/** The pages, and the route that stores progress. */
const cookiePaths = ['/library', '/api/library'];

const cookieName = ({ siteUrl }: Pick<LibraryDeps, 'siteUrl'>) =>
  siteUrl.startsWith('https:') ? '__Secure-site.library' : 'site.library';

/** Returns the random value by which a browser is known, if it sent one. */
function readCookie(deps: LibraryDeps, headers: Headers): string | undefined {
  const name = cookieName(deps);
  const value = parse(headers.get('cookie') ?? '', name)[name];
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

const serializeCookies = (deps: LibraryDeps, value: string): string[] =>
  cookiePaths.map((path) =>
    serialize(cookieName(deps), value, {
      path,
      httpOnly: true,
      sameSite: 'Lax',
      secure: deps.siteUrl.startsWith('https:'),
      maxAge: lifeSeconds,
    }),
  );

const hashOf = ({ secret }: LibraryDeps, value: string) =>
  hashToken(secret, 'library-browser', value);

/** A browser that has followed the link to a library. */
export interface Entry {
  customer: Customer;
  /** Whether it may see the library. Otherwise it has to answer a question first. */
  isOpen: boolean;
  /** Whether it is registered. */
  isKnown: boolean;
  /** `Set-Cookie` lines for the response. */
  cookies: string[];
}

/**
 * Returns the library that a link leads to, or undefined. The first browser that comes back with its
 * cookie is registered: link previews and mail scanners open a link first, and keep no cookies.
 */
export async function enterLibrary(
  deps: LibraryDeps,
  token: string,
  { headers }: Pick<Visitor, 'headers'>,
): Promise<Entry | undefined> {
  const { db } = deps;
  const customer = await deps.libraryLinks.findCustomer(db, token);
  if (!customer) return undefined;
  const sent = readCookie(deps, headers);
  const value = sent ?? randomBytes(32).toString('base64url');
  const cookies = serializeCookies(deps, value);
  if (sent === undefined) {
    const isOpen = !(await hasBrowsers(db, customer.id));
    return { customer, isOpen, isKnown: false, cookies };
  }
  const browser = [customer.id, hashOf(deps, value), deps.now()] as const;
  const isKnown = (await noteBrowser(db, ...browser)) || (await addFirstBrowser(db, ...browser));
  return { customer, isOpen: isKnown, isKnown, cookies };
}

/** Returns what can be asked about a customer. */
export function findQuestion({ email, phone }: Customer): BrowserQuestion {
  if (email && phone) return 'email-or-phone';
  if (email) return 'email';
  return phone ? 'phone' : 'nothing-known';
}

export const libraryNotFound = () =>
  new AppError(404, 'library-not-found', 'This link no longer works. Ask for a new one.');

const isSameAnswer = ({ email, phone }: Customer, answer: string): boolean => {
  const number = toPhoneNumber(answer);
  return (
    (email !== null && toMailbox(cleanEmail(answer)) === toMailbox(email)) ||
    (phone !== null && number !== undefined && number === toPhoneNumber(phone))
  );
};

/**
 * Registers another browser that knows the email address or phone number of the purchase. Returns its
 * cookies. Throws 404, 422, and 429 after five wrong answers in an hour.
 */
export async function answerQuestion(
  deps: LibraryDeps,
  { token, answer }: { token: string; answer: string },
  visitor: Pick<Visitor, 'headers'>,
): Promise<string[]> {
  const customer = await deps.libraryLinks.findCustomer(deps.db, token);
  if (!customer) throw libraryNotFound();
  const attempt = await deps.limiter.beginAttempt({ 'library:customer': customer.id });
  if (!isSameAnswer(customer, answer)) {
    const message = 'This is not the email address or phone number of the purchase.';
    throw invalidBody([{ field: 'answer', message }]);
  }
  await attempt.succeed();
  const value = readCookie(deps, visitor.headers) ?? randomBytes(32).toString('base64url');
  await addBrowser(deps.db, customer.id, hashOf(deps, value), deps.now());
  return serializeCookies(deps, value);
}
