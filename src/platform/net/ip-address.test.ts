import { expect, it } from 'vitest';
import { findIpAddress } from './ip-address.ts';

it.each([
  // Without trusted proxies, the header may be forged.
  { trustedProxies: 0, forwardedFor: '1.1.1.1', expected: '10.0.0.9' },
  { trustedProxies: 1, forwardedFor: '1.1.1.1', expected: '1.1.1.1' },
  { trustedProxies: 1, forwardedFor: '6.6.6.6, 1.1.1.1', expected: '1.1.1.1' },
  { trustedProxies: 2, forwardedFor: '6.6.6.6, 1.1.1.1, 10.0.0.8', expected: '1.1.1.1' },
  // A request that bypassed the outer proxy.
  { trustedProxies: 2, forwardedFor: '1.1.1.1', expected: '1.1.1.1' },
  { trustedProxies: 1, forwardedFor: undefined, expected: '10.0.0.9' },
  { trustedProxies: 1, forwardedFor: 'rubbish', expected: '10.0.0.9' },
  // Proxies that append the port.
  { trustedProxies: 1, forwardedFor: '1.1.1.1:5678', expected: '1.1.1.1' },
  { trustedProxies: 1, forwardedFor: '6.6.6.6:1, 1.1.1.1:5678', expected: '1.1.1.1' },
  { trustedProxies: 1, forwardedFor: '[2001:db8::1]:443', expected: '2001:db8::1' },
  { trustedProxies: 1, forwardedFor: '[2001:db8::1]', expected: '2001:db8::1' },
  { trustedProxies: 1, forwardedFor: '2001:db8::1', expected: '2001:db8::1' },
  { trustedProxies: 1, forwardedFor: '[::ffff:1.1.1.1]:80', expected: '::ffff:1.1.1.1' },
  { trustedProxies: 1, forwardedFor: '1.1.1.1:port', expected: '10.0.0.9' },
  { trustedProxies: 1, forwardedFor: '[rubbish]:443', expected: '10.0.0.9' },
  { trustedProxies: 0, forwardedFor: '1.1.1.1:5678', expected: '10.0.0.9' },
])(
  'finds $expected behind $trustedProxies proxies in $forwardedFor',
  ({ expected, ...sources }) => {
    expect(findIpAddress({ peer: '10.0.0.9', ...sources })).toBe(expected);
  },
);
