import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The route table is small, and lazy discovery would search it for every part of a URL.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
