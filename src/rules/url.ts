/** Returns the URL that a text is, or nothing. (`URL.canParse` and `URL.parse` are too new for some browsers.) */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Said where a link has them: everybody who gets it would see them, and `bank.example@evil.example` misleads. */
export const credentialsRefused = 'Remove the user name and password from the address.';

/** Whether a URL carries a user name or a password. */
export function hasCredentials(url: string): boolean {
  const { username, password } = parseUrl(url) ?? {};
  return Boolean(username || password);
}
