/**
 * Parses a URL; undefined if it is invalid. (`URL.canParse` and `URL.parse` are too new for some
 * browsers.)
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * The error for a URL with credentials: everyone would see them, and `bank.example@evil.example`
 * misleads.
 */
export const credentialsRefused = 'Remove the user name and password from the address.';

/** Returns whether a URL contains a user name or a password. */
export function hasCredentials(url: string): boolean {
  const { username, password } = parseUrl(url) ?? {};
  return Boolean(username || password);
}
