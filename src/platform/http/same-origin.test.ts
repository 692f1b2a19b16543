import { expect, it } from 'vitest';
import { isOwnWrite } from './same-origin.ts';

const publicSite = { siteUrl: 'https://timevsprice.test', host: 'timevsprice.test' };
const localSite = { siteUrl: 'http://localhost:3000', host: 'localhost:3000' };

it.each([
  { fetchSite: 'same-origin', isOwn: true },
  { fetchSite: 'none', isOwn: true },
  { fetchSite: 'same-site', isOwn: false },
  { fetchSite: 'cross-site', isOwn: false },
  { fetchSite: 'anything', isOwn: false },
  // Sec-Fetch-Site takes precedence over Origin.
  { fetchSite: 'cross-site', origin: publicSite.siteUrl, isOwn: false },
  { fetchSite: 'same-site', origin: publicSite.siteUrl, isOwn: false },
  // A page that hides its origin.
  { fetchSite: 'same-origin', origin: 'null', isOwn: true },
])('Sec-Fetch-Site $fetchSite, Origin $origin: $isOwn', ({ isOwn, ...said }) => {
  expect(isOwnWrite({ origin: undefined, ...said, ...publicSite })).toBe(isOwn);
});

it.each([
  { ...publicSite, origin: undefined, isOwn: true },
  { ...publicSite, origin: 'https://timevsprice.test', isOwn: true },
  // The proxy may change the host.
  { ...publicSite, host: '127.0.0.1:3000', origin: 'https://timevsprice.test', isOwn: true },
  { ...publicSite, host: 'timevsprice.test:443', origin: 'https://timevsprice.test', isOwn: true },
  { ...publicSite, host: 'www.timevsprice.test', origin: 'https://timevsprice.test', isOwn: true },
  { ...publicSite, host: 'Other.test', origin: 'https://other.test', isOwn: true },
  // A page over plain http may have been tampered with.
  { ...publicSite, origin: 'http://timevsprice.test', isOwn: false },
  { ...publicSite, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', isOwn: false },
  { ...publicSite, origin: 'https://timevsprice.test:8443', isOwn: false },
  { ...publicSite, origin: 'https://timevsprice.test.evil.example', isOwn: false },
  { ...publicSite, origin: 'https://sub.timevsprice.test', isOwn: false },
  { ...publicSite, origin: 'null', isOwn: false },
  { ...publicSite, origin: '', isOwn: false },
  { ...publicSite, host: '', origin: 'https://', isOwn: false },
  { ...publicSite, host: '[', origin: 'https://[', isOwn: false },
  { ...publicSite, host: undefined, origin: 'https://undefined.example', isOwn: false },

  { ...localSite, origin: 'http://localhost:3000', isOwn: true },
  { ...localSite, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', isOwn: true },
  { ...localSite, host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000', isOwn: true },
  { ...localSite, host: '[fd00::2]:3000', origin: 'http://[fd00::2]:3000', isOwn: true },
  { ...localSite, origin: 'http://localhost:3001', isOwn: false },
  { ...localSite, origin: 'http://192.168.1.20:3000', isOwn: false },
  { ...localSite, origin: 'null', isOwn: false },
])(
  'a request without Sec-Fetch-Site from $origin to $host of $siteUrl is own: $isOwn',
  ({ isOwn, ...said }) => {
    expect(isOwnWrite({ fetchSite: undefined, ...said })).toBe(isOwn);
  },
);
