/** Who is asking: what their browser sent, and where it is. */
export interface Visitor {
  headers: Headers;
  /** As found by `http/client-address.ts`; never a header that anybody could have written. */
  ipAddress: string;
}

/** Carries the visitor's IP address to Better Auth. What a request brings under this name is dropped. */
export const ipAddressHeader = 'x-visitor-address';

/** All that Better Auth gets to see of a request: nothing in it can pose as a proxy. */
export function toAuthHeaders({ headers, ipAddress }: Visitor): Headers {
  const seen = new Headers({ [ipAddressHeader]: ipAddress });
  for (const name of ['cookie', 'user-agent']) {
    const value = headers.get(name);
    if (value !== null) seen.set(name, value);
  }
  return seen;
}
