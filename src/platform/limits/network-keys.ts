import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the key by which rate limits count an IP address. A household or phone has a whole /64
 * IPv6 network, which counts as one; IPv4 written as IPv6 counts as IPv4.
 */
export function toLimitKey(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ipAddress)) return ipAddress;
  // The URL parser writes IPv6 in canonical form, without a zone.
  const canonical = new URL(`http://[${ipAddress.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the network from which an attacker could choose addresses: /64 for IPv6, /24 for IPv4.
 */
export function toNetworkKey(ipAddress: string): string {
  const key = toLimitKey(ipAddress);
  return isIPv4(key) ? key.replace(/\.\d+$/, '.0/24') : key;
}
