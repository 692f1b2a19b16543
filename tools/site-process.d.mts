export const siteArguments: string[];
export const siteEnvironment: Record<
  'NODE_ENV' | 'MALLOC_ARENA_MAX' | 'MALLOC_MMAP_THRESHOLD_',
  string
>;
