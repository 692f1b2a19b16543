import type { Visitor } from '#server/auth/visitor.ts';

/** An account that is in order. */
export const mentor = {
  email: 'mentor@timevsprice.test',
  password: 'a long walk before the open',
};

/** A browser somewhere, with these cookies. */
export const visitorWith = (cookie?: string, address = '192.0.2.7'): Visitor => ({
  headers: new Headers({ 'User-Agent': 'test', ...(cookie !== undefined && { Cookie: cookie }) }),
  address,
});

/** What a browser sends back after these `Set-Cookie` lines. */
export const toCookie = (lines: string[]) => lines.map((line) => line.split(';')[0]).join('; ');
