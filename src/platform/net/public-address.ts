import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Replaces the internet in tests. It may be sent to a worker, so it is plain data. */
export interface AllowedNetwork {
  /** Addresses that count as public. */
  allowedAddresses: string[];
  /** The certificate of their authority, as PEM. */
  ca: string;
}

/** The only IPv6 range that registries assign to hosts. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an IP address belongs to a host on the public internet. Mapped IPv4 counts as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}

/** Returns a test for addresses that the site may connect to at a person’s request. */
export const allowsAddress =
  (network: AllowedNetwork | undefined) =>
  (address: string): boolean =>
    isPublicAddress(address) || network?.allowedAddresses.includes(address) === true;

/** Returns a lookup function that rejects names unless all of their addresses are allowed. */
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
