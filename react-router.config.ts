import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The table of routes is short. Asked for bit by bit, it is searched for every part of an address.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
