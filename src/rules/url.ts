/** Returns the URL that a text is, or nothing. (`URL.canParse` and `URL.parse` are too new for some browsers.) */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
