import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { HttpEnv } from './env.ts';

interface AddressSources {
  /** The other end of the socket. */
  peer: string | undefined;
  forwardedFor: string | undefined;
  /** How many proxies of our own stand before us (TRUST_PROXY). */
  trustedProxies: number;
}

/**
 * The address a request comes from. Each proxy appends to X-Forwarded-For the address it
 * was asked from, so only as many entries as there are trusted proxies, counted from the
 * right, are worth anything; what stands left of them is the visitor's own invention.
 */
export function findClientAddress({ peer, forwardedFor, trustedProxies }: AddressSources): string {
  const forwarded = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  const chain = [...forwarded.filter((entry) => entry !== ''), peer ?? ''].reverse();
  const address = withoutPort(chain[Math.min(trustedProxies, chain.length - 1)] ?? '');
  return isIPv4(address) || isIPv6(address) ? address : (peer ?? 'unknown');
}

/** Some proxies write the port as well: `192.0.2.7:5678`, `[2001:db8::7]:443`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

/**
 * What a rate limit counts by. One household or phone has a whole IPv6 network of 64 bits
 * to choose from, so those count as one; IPv4 written as IPv6 counts as IPv4.
 */
export function toLimitKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  // The URL parser writes IPv6 in its one canonical form, without a zone.
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the network of an address: what a guesser can choose addresses from. The 64 bits of
 * an IPv6 address as `toLimitKey` has them, the 24 of an IPv4 address.
 */
export function toNetworkKey(address: string): string {
  const key = toLimitKey(address);
  return isIPv4(key) ? key.replace(/\d+$/, '0/24') : key;
}

/** The address that a request of the app comes from. */
export const clientAddress = (c: Context<HttpEnv>, trustedProxies: number): string =>
  findClientAddress({
    peer: c.env?.incoming?.socket.remoteAddress,
    forwardedFor: c.req.header('x-forwarded-for'),
    trustedProxies,
  });
