import { isIPv4, isIPv6 } from 'node:net';

interface IpAddressSources {
  /** The other end of the socket. */
  peer: string | undefined;
  forwardedFor: string | undefined;
  /** How many proxies of our own stand before us (TRUST_PROXY). */
  trustedProxies: number;
}

/**
 * Returns the IP address that a request comes from. Each proxy appends whom it was asked by to
 * X-Forwarded-For: as many entries from the right as there are trusted proxies are worth anything.
 */
export function findIpAddress({ peer, forwardedFor, trustedProxies }: IpAddressSources): string {
  const forwarded = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  const chain = [...forwarded.filter((entry) => entry !== ''), peer ?? ''].reverse();
  const address = withoutPort(chain[Math.min(trustedProxies, chain.length - 1)] ?? '');
  return isIPv4(address) || isIPv6(address) ? address : (peer ?? 'unknown');
}

/** Some proxies write the port as well: `192.0.2.7:5678`, `[2001:db8::7]:443`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
