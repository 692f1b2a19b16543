import { isIPv4, isIPv6 } from 'node:net';

interface IpAddressSources {
  /** The remote address of the socket. */
  peer: string | undefined;
  forwardedFor: string | undefined;
  /** How many trusted proxies are in front of the site (TRUST_PROXY). */
  trustedProxies: number;
}

/**
 * Returns the visitor's IP address. Each proxy appends its client to X-Forwarded-For, so only as
 * many entries from the right as there are trusted proxies are used.
 */
export function findIpAddress({ peer, forwardedFor, trustedProxies }: IpAddressSources): string {
  const forwarded = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  const chain = [...forwarded.filter((entry) => entry !== ''), peer ?? ''].reverse();
  const address = withoutPort(chain[Math.min(trustedProxies, chain.length - 1)] ?? '');
  return isIPv4(address) || isIPv6(address) ? address : (peer ?? 'unknown');
}

/** Some proxies add the port: `192.0.2.7:5678`, `[2001:db8::7]:443`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
