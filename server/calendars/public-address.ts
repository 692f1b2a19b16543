import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What tests put in the place of the internet. It may travel to a worker, so it is data. */
export interface AllowedNetwork {
  /** Addresses that count as public. */
  allowedAddresses: string[];
  /** The authority of their certificates, as PEM. */
  ca: string;
}

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

/** Returns what tells whether the site may connect to an address that somebody has typed. */
export const allowsAddress =
  (network: AllowedNetwork | undefined) =>
  (address: string): boolean =>
    isPublicAddress(address) || network?.allowedAddresses.includes(address) === true;

/** Names lead where they are judged to lead: the connection is made to these very addresses. */
export const lookUpAllowed =
  (isAllowed: (address: string) => boolean, refuse: () => Error): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('No address'), '', 0);
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(refuse(), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
