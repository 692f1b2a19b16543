/**
 * Returns the id that came with a request, where it looks like one that a proxy makes: hexadecimal
 * digits and hyphens, which no token of the site consists of. Else a new one.
 */
export function nameRequest(given: string | null | undefined): string {
  return given && /^[0-9a-f-]{16,64}$/i.test(given) ? given : crypto.randomUUID();
}
