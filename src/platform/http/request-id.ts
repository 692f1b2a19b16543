/**
 * Returns the id of a request if it looks like a proxy's: hexadecimal digits and hyphens, which the
 * site's tokens never consist of. Otherwise returns a new one.
 */
export function nameRequest(given: string | null | undefined): string {
  return given && /^[0-9a-f-]{16,64}$/i.test(given) ? given : crypto.randomUUID();
}
