import ipaddr from 'ipaddr.js';

/** What the registries give out to hosts; all else of IPv6 is for special uses. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is a host's on the public internet: neither of this machine nor of a
 * private network, a provider's inside, or a protocol's own use. One of IPv4 that is written as IPv6
 * is judged as what it is.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}
